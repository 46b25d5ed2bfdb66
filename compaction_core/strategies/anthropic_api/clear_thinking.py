"""``clear_thinking_20251015``: a deterministic edit, no model is asked."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pydantic import Field

from compaction_core.session import Message, Reasoning
from compaction_core.strategies.base import Evidence, Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_json
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.turns import turns
from compaction_core.words import count, does


class ClearThinkingParameters(Parameters):
    """The edit's settings."""

    keep_thinking_turns: int | None = Field(
        default=1,
        ge=1,
        title="Thinking turns kept",
        description="The newest turns of the model whose thinking stays; none given: all of it.",
        json_schema_extra={"unit": "turns"},
    )


class ClearThinking(Released):
    """Thinking of older turns is left out."""

    name = "anthropic-api-clear-thinking"
    label = "API, clear_thinking"
    family = "Anthropic"
    version = "20251015"
    date = "2025-10-15"
    source = "documentation of context management, beta 2025-06-27"
    evidence: Evidence = "documentation"
    counter = "o200k_base"
    parameters: type[Parameters] = ClearThinkingParameters
    listing = (
        "turns = turns in which the model thought",
        "leave the newest N of them",
        "drop the thinking of the others; their text and calls stay",
    )

    def steps(self, context: Context) -> Iterator[Step]:
        """Turn by turn."""
        keep = context.parameters.keep_thinking_turns
        messages = context.session.messages
        thinking = [i for i in context.rows if any(isinstance(p, Reasoning) for p in messages[i].parts)]
        starts = [turn.start for turn in turns(messages, context.start, context.end)]
        of = {i: max((s for s in starts if s <= i), default=context.start) for i in thinking}
        found = sorted(set(of.values()))
        stay = set(found) if keep is None else set(found[-keep:])
        old = [i for i in thinking if of[i] not in stay]
        yield Step(
            kind="start", line=1,
            text=f"{does(len(found), 'holds', 'hold', 'turn')} thinking; kept: that of {count(len(stay), 'turn')}.",
            variables={"turns": len(found)},
        )  # fmt: skip
        if not old:
            undone = Decision(cut=None, mode_used="compact")
            yield Step(kind="decide", line=1, text="No older thinking: nothing is cleared.", decision=undone)
            return
        effects = tuple(Effect(fate="clear", start=i, stop=i + 1, instead=_without_thinking(messages[i])) for i in old)
        yield Step(
            kind="decide", line=2, effects=effects,
            decision=Decision(cut=context.start, mode_used="compact"),
            text=f"{does(len(old), 'loses its', 'lose their')} thinking; text and calls stay.",
        )  # fmt: skip

    def snippet(self, parameters: ClearThinkingParameters, context_window: int | None) -> Snippet | None:
        """The request's context_management."""
        keep = parameters.keep_thinking_turns
        value: Any = "all" if keep is None else {"type": "thinking_turns", "value": keep}
        edit = {"type": "clear_thinking_20251015", "keep": value}
        return as_json("the request to /v1/messages", {"context_management": {"edits": [edit]}})


def _without_thinking(message: Message) -> Message:
    return replace(message, parts=tuple(p for p in message.parts if not isinstance(p, Reasoning)))


strategies.add(ClearThinking())
