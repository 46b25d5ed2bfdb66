"""What leaves this computer when a summary is asked of a remote model: the request, masked, and what was masked."""

from compaction_core.redaction import Kind, Masking, redact_record
from compaction_core.session import Record
from compaction_core.summarizers.base import SummaryRequest

EVERYTHING = Masking()


class Outgoing(Record):
    """A masked request, and how many values of each kind were masked in what is sent (instructions, transcript)."""

    request: SummaryRequest
    counts: dict[Kind, int]


def masked_request(request: SummaryRequest, masking: Masking = EVERYTHING) -> Outgoing:
    """Mask instructions, transcript, lines and messages as one document: a value has one placeholder in all of them."""
    if not masking.on:
        return Outgoing(request=request, counts={})
    sent = ("instructions", "transcript")
    masked, counts = redact_record(request, masking.kinds, counted=sent, words=masking.words)
    return Outgoing(request=masked, counts=counts)
