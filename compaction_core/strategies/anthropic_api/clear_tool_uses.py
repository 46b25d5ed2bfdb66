"""``clear_tool_uses_20250919``: a deterministic edit, no model is asked."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from pydantic import Field

from compaction_core.session import Message, ToolCall
from compaction_core.strategies.base import Evidence, Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import reported
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_json
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.words import count

PLACEHOLDER = "[tool result cleared to save context]"
MODES = Literal["input_tokens", "tool_uses"]


class ClearToolUsesParameters(Parameters):
    """The edit's settings."""

    keep: int = Field(
        default=3,
        ge=0,
        title="Tool uses kept",
        description="The newest pairs of call and result that stay.",
        json_schema_extra={"unit": "tool uses"},
    )
    trigger_value: int = Field(
        default=100_000,
        ge=1,
        title="Trigger",
        description="Input tokens, or tool uses, above which it clears.",
        json_schema_extra={"unit": "tokens or tool uses"},
    )
    trigger_type: MODES = Field(default="input_tokens", title="Trigger counts", description="What the trigger counts.")
    clear_at_least: int | None = Field(
        default=None,
        ge=1,
        title="Clear at least",
        description="Clear nothing unless at least so many tokens go; clearing breaks the prompt cache.",
        json_schema_extra={"unit": "tokens"},
    )
    exclude_tools: str = Field(
        default="", title="Tools left alone", description="Names with commas, whose results are never cleared."
    )
    clear_tool_inputs: bool = Field(
        default=False, title="Clear the calls too", description="Whether the arguments of a cleared call go as well."
    )


class ClearToolUses(Released):
    """Oldest results first, all but the newest pairs."""

    name = "anthropic-api-clear-tool-uses"
    label = "API, clear_tool_uses"
    family = "Anthropic"
    version = "20250919"
    date = "2025-09-19"
    source = "documentation of context management, beta 2025-06-27"
    evidence: Evidence = "documentation"
    counter = "o200k_base"
    parameters: type[Parameters] = ClearToolUsesParameters
    listing = (
        "pairs = tool uses with a result, oldest first, without excluded tools",
        "leave the newest `keep` pairs",
        "if fewer than clear_at_least tokens would go: clear nothing",
        "put a placeholder in place of each result",
        "if clear_tool_inputs: empty the arguments of its call",
    )

    def threshold(self, context_window: int | None, parameters: ClearToolUsesParameters) -> int | None:
        """The configured number, whatever the window."""
        return parameters.trigger_value if parameters.trigger_type == "input_tokens" else None

    def watched(self, context: Context) -> tuple[int, ...]:
        """Reported input, and an estimate of what came later."""
        return reported(context)

    def fires(self, context: Context, watched: tuple[int, ...], looked: tuple[bool, ...]) -> tuple[bool, ...]:
        """Above the number of tokens, or of tool uses."""
        settings: ClearToolUsesParameters = context.parameters
        if settings.trigger_type == "input_tokens":
            return super().fires(context, watched, looked)
        uses, found = 0, []
        for message, look in zip(context.messages, looked, strict=True):
            uses += len(message.calls)
            found.append(look and uses > settings.trigger_value)
        return tuple(found)

    def steps(self, context: Context) -> Iterator[Step]:
        """Clear all but the newest pairs."""
        settings: ClearToolUsesParameters = context.parameters
        session, counts = context.session, context.measured.counts
        left_alone = {name.strip() for name in settings.exclude_tools.split(",") if name.strip()}
        names = {(i, call.id): call.name for i in context.rows for call in session.messages[i].calls}
        pairs = sorted((result, caller) for caller, result in session.result_of.items() if caller in names)
        pairs = [(r, c) for r, c in pairs if r < context.end and names[c] not in left_alone]
        old = pairs[: max(0, len(pairs) - settings.keep)]
        yield Step(
            kind="start", line=0, text=f"{len(pairs):,} tool uses with a result; the newest {settings.keep:,} stay.",
            variables={"pairs": len(pairs), "keep": settings.keep},
        )  # fmt: skip
        gain = sum(counts[result] for result, _ in old)
        if not old or (settings.clear_at_least is not None and gain < settings.clear_at_least):
            why = (
                f"{gain:,} tokens could go, fewer than {settings.clear_at_least:,}" if old else "No older pair is left"
            )
            undone = Decision(cut=None, mode_used="compact")
            yield Step(kind="decide", line=2, text=f"{why}: nothing is cleared.", decision=undone)
            return
        results = tuple(Effect(fate="clear", start=r, stop=r + 1, text=PLACEHOLDER) for r, _ in old)
        yield Step(
            kind="apply", line=3, effects=results,
            text=f"Replaced by a placeholder, oldest first: {count(len(old), 'result')} with {gain:,} tokens.",
        )  # fmt: skip
        if settings.clear_tool_inputs:
            gone: dict[int, set[str]] = {}
            for _, (caller, id) in old:
                gone.setdefault(caller, set()).add(id)
            calls = tuple(
                Effect(fate="clear", start=i, stop=i + 1, instead=_emptied(session.messages[i], ids))
                for i, ids in gone.items()
            )
            yield Step(
                kind="apply", line=4, effects=calls, text=f"The arguments of {count(len(old), 'call')} are emptied."
            )
        yield Step(
            kind="decide", line=4 if settings.clear_tool_inputs else 3,
            decision=Decision(cut=context.start, mode_used="compact"),
            text=f"Every message stays, {count(len(old), 'result')} without content.",
        )  # fmt: skip

    def snippet(self, parameters: ClearToolUsesParameters, context_window: int | None) -> Snippet | None:
        """The request's context_management."""
        edit: dict[str, Any] = {
            "type": "clear_tool_uses_20250919",
            "trigger": {"type": parameters.trigger_type, "value": parameters.trigger_value},
            "keep": {"type": "tool_uses", "value": parameters.keep},
        }
        if parameters.clear_at_least is not None:
            edit["clear_at_least"] = {"type": "input_tokens", "value": parameters.clear_at_least}
        if parameters.exclude_tools:
            edit["exclude_tools"] = [name.strip() for name in parameters.exclude_tools.split(",") if name.strip()]
        if parameters.clear_tool_inputs:
            edit["clear_tool_inputs"] = True
        return as_json("the request to /v1/messages", {"context_management": {"edits": [edit]}})


def _emptied(message: Message, ids: set[str]) -> Message:
    parts = (
        replace(part, arguments="{}") if isinstance(part, ToolCall) and part.id in ids else part
        for part in message.parts
    )
    return replace(message, parts=tuple(parts))


strategies.add(ClearToolUses())
