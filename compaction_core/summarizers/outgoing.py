"""What leaves this computer when a summary is asked of a remote model: the request, masked, and what was masked."""

from collections.abc import Collection

from compaction_core.redaction import ALL, Kind, redact_record
from compaction_core.session import Record
from compaction_core.summarizers.base import SummaryRequest


class Outgoing(Record):
    """A masked request, and how many values of each kind were masked in what is sent (instructions, transcript)."""

    request: SummaryRequest
    counts: dict[Kind, int]


def masked_request(request: SummaryRequest, kinds: Collection[Kind] = ALL) -> Outgoing:
    """Mask instructions, transcript, lines and messages as one document: a value has one placeholder in all of them."""
    masked, counts = redact_record(request, kinds, counted=("instructions", "transcript"))
    return Outgoing(request=masked, counts=counts)
