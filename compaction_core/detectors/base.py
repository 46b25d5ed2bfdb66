"""What a detector is given, what it is, and how all of them are run."""

from collections.abc import Iterable
from functools import cached_property
from typing import Protocol

from compaction_core.detectors.sources import Sources, read_sources
from compaction_core.extraction.notes import Note
from compaction_core.extraction.reading import read
from compaction_core.findings import Finding
from compaction_core.registry import Registry
from compaction_core.session import Record
from compaction_core.session import Text as TextPart
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message


class Checked(Record):
    """A summary as it is stored (clipped, edited), with what is known of how it came about."""

    text: str
    request: SummaryRequest
    stop_reason: str | None = None
    """The provider's word for why it stopped; None when there was no provider."""
    word_limit: int | None = None
    """Words that the prompt asks for at most; None when it names no limit."""
    counter: str = "o200k_base"
    replaced_tokens: int | None = None
    """Tokens of the messages it replaces, by ``counter``; None: they are counted."""

    @cached_property
    def sources(self) -> Sources:
        """What each speaker said in the messages that were summarized."""
        return read_sources(self.request)

    @cached_property
    def asks(self) -> tuple[tuple[int, Note], ...]:
        """What the user wrote in the messages that were read, with their session indexes."""
        users = [row for row in self.request.sources if row[1].role == "user" and row[1].summary is None]
        found = read([index for index, _ in users], [message for _, message in users])
        return tuple([row for row in zip(found.numbers, found.notes, strict=True) if row[1].is_ask])

    @cached_property
    def tokens(self) -> int:
        """Tokens of the summary, without any wrapper."""
        counter = counters.get(self.counter)
        return counter.tokens(counter.units(TextPart(text=self.text)))

    @cached_property
    def replaced(self) -> int:
        """Tokens of what the summary stands for."""
        if self.replaced_tokens is not None:
            return self.replaced_tokens
        counter = counters.get(self.counter)
        return sum(count_message(message, counter) for message in self.request.messages)


class Detector(Protocol):
    """One check. Deterministic, offline, and in time linear in the summary and its messages."""

    name: str
    label: str
    rejects: bool
    """An error it finds may reject the summary (retry, next rung); else it only warns."""

    @property
    def codes(self) -> tuple[str, ...]:
        """Every code its findings can have."""
        ...

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """What is wrong with the summary, with evidence; empty when nothing is."""
        ...


detectors: Registry[Detector] = Registry("detector", "compaction_core.detectors")


def check_summary(checked: Checked) -> tuple[Finding, ...]:
    """Everything all detectors find, in the order of their names."""
    return tuple(finding for detector in detectors for finding in detector.check(checked))


def rejecting(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those for which a system that checks would not store the summary: errors of a detector that may reject."""
    codes = {code for detector in detectors if detector.rejects for code in detector.codes}
    return tuple(finding for finding in findings if finding.severity == "error" and finding.code in codes)
