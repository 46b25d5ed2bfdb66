"""What is masked before a text is shown, exported or sent: secrets, e-mail addresses, home folders, user names.

A masked value becomes a placeholder of its kind with a number, the same one wherever the value stands in one
document: ``[secret 1]``, ``[email 2]``, ``/home/[user 1]/notes.txt``; a word of one's own becomes ``[masked 1]``.
Nothing else changes, and masking twice changes nothing more. It works by shape: it can miss a secret of an unknown
shape and mask what is none.
"""

from compaction_core.redaction.masking import Redacted, redact
from compaction_core.redaction.own import own_words
from compaction_core.redaction.placeholders import ALL, Kind, Masked
from compaction_core.redaction.records import redact_record
from compaction_core.redaction.settings import NO_MASKING, Masking, found_words, told

__all__ = [
    "ALL",
    "NO_MASKING",
    "Kind",
    "Masked",
    "Masking",
    "Redacted",
    "found_words",
    "own_words",
    "redact",
    "redact_record",
    "told",
]
