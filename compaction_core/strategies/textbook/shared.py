"""What the textbook ways share: the line, and the records of who goes and who stays."""

from collections.abc import Iterable
from typing import Any, ClassVar

from pydantic import Field

from compaction_core.strategies.base import Evidence, Parameters
from compaction_core.strategies.context import Context
from compaction_core.strategies.released import Released
from compaction_core.strategies.step import Decision, Step
from compaction_core.words import count

ARTICLE = "article on opencode's compaction, 2026-06-21, part one"


class TextbookParameters(Parameters):
    """When a textbook way acts."""

    trigger_share: float = Field(
        default=0.9,
        gt=0,
        le=1,
        title="Acts at",
        description="Share of the window that the context must exceed. The article names no number; this one is ours.",
        json_schema_extra={"minimum": 0.1, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )


class Textbook(Released):
    """A way that copies no release."""

    family = "Textbook"
    version = "1"
    date = "2026-06-21"
    source = ARTICLE
    evidence: Evidence = "article"
    counter = "o200k_base"
    parameters: type[Parameters] = TextbookParameters
    word: ClassVar[str] = "textbook"

    def mode(self, parameters: Any) -> str:
        """Its own name."""
        return self.word

    def threshold(self, context_window: int | None, parameters: Any) -> int | None:
        """A share of the window."""
        return None if context_window is None else int(context_window * parameters.trigger_share)


def ended(mode: str, cut: int | None, text: str, line: int, **decided: Any) -> Step:
    """The step that decides; ``cut`` in the session's numbers."""
    return Step(kind="decide", text=text, line=line, decision=Decision(cut=cut, mode_used=mode, **decided))


def everything(context: Context, what: str, whats: str) -> str:
    """All messages as the subject of a sentence whose verb is ``what`` for one and ``whats`` for several."""
    number, tokens = len(context.rows), count(context.tokens(0, len(context.rows)), "token")
    if number == 1:
        return f"The only message, {tokens}, {what}"
    return f"All {count(number)}, {tokens}, {whats}" if number else f"No message {what}"


def cut_of(gone: Iterable[int]) -> int | None:
    """The first message behind the last one that goes; None if none goes."""
    last = max(gone, default=None)
    return None if last is None else last + 1


def line_of(context: Context) -> int | None:
    """The trigger's line in tokens for this context."""
    window = context.context_window
    return None if window is None else int(window * context.parameters.trigger_share)
