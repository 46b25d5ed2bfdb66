"""A compaction carried out: the list the model sees next, and where its tokens are."""

from functools import cached_property
from typing import Any, Literal

from compaction_core.openai_messages import to_dicts
from compaction_core.session import Message, Record, Text
from compaction_core.strategies.plans import Plan
from compaction_core.summarizers.base import Summary, SummaryRequest, Wrapper
from compaction_core.tokens import counters
from compaction_core.tokens.base import Basis


class ViewMessage(Record):
    """One message of the new list: where it comes from and what it costs."""

    index: int | None
    """Its index in the session; None for what the compaction brings in."""
    message: Message
    tokens: int
    origin: Literal["session", "summary", "added"] = "session"
    """summary: the wrapped summary, with an ``index`` where it is put into that message; added: said beside it."""


class Ledger(Record):
    """Where the window's tokens are, before and after, by the display counter."""

    counter: str
    basis: Basis
    window: int | None
    system: int
    tools: int
    tools_basis: Basis
    before: int
    """Conversation without system prompt, before."""
    summary: int
    """The wrapped summary, and what is added beside it; put into a kept message, what that message grew by."""
    kept: int
    """What stays, word for word or blanked."""

    @property
    def overhead(self) -> int:
        """What no compaction can remove: system prompt and tool schemas."""
        return self.system + self.tools

    @property
    def whole(self) -> bool:
        """Whether system prompt or tools are counted; where the file holds neither, every request is larger."""
        return self.overhead > 0

    @property
    def context_before(self) -> int:
        """The whole request before."""
        return self.overhead + self.before

    @property
    def context_after(self) -> int:
        """The whole request after."""
        return self.overhead + self.summary + self.kept

    @property
    def free(self) -> int | None:
        """Tokens left in the window afterwards; negative when it is still too full."""
        return None if self.window is None else self.window - self.context_after


class Compaction(Record):
    """One compaction carried out: the plan, the summary, its wrapper, and the view."""

    plan: Plan
    request: SummaryRequest
    summary: Summary
    wrapper: Wrapper
    view: tuple[ViewMessage, ...]
    """What the model sees next, in order."""
    ledger: Ledger

    @property
    def tokens_before(self) -> int:
        """Tokens of the real list before, system prompt included, tools not."""
        return self.ledger.system + self.ledger.before

    @cached_property
    def tokens_after(self) -> int:
        """Tokens of the view, wrapper and system prompt included, tools not."""
        return sum(entry.tokens for entry in self.view)

    @property
    def estimated_after(self) -> int:
        """Tokens as the strategy itself would count them: the raw summary and what stays, without any prompt."""
        counter = counters.get(self.plan.counter)
        return counter.tokens(counter.units(Text(text=self.summary.text))) + self.plan.stats["tokens_kept"]

    @property
    def summary_message(self) -> Message | None:
        """The wrapped summary as the model sees it; None when nothing was summarized."""
        return next((entry.message for entry in self.view if entry.origin == "summary"), None)

    def to_messages(self) -> list[dict[str, Any]]:
        """The view as OpenAI-style message dicts."""
        return to_dicts(entry.message for entry in self.view)
