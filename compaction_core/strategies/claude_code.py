"""Claude Code's compaction as its public documentation describes it; the formulas are not published."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from compaction_core.session import Session
from compaction_core.strategies.base import Evidence, Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import overhead, reported
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.strategies.textbook.compaction import line
from compaction_core.strategies.textbook.shared import everything
from compaction_core.summarizers.base import SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Keep, Ladder
from compaction_core.summarizers.prompts import prompt
from compaction_core.turns import runs

PLACEHOLDER = "[old tool output cleared]"
ASSUMED_PERCENT, ASSUMED_OUTPUTS = 92, 5


class ClaudeCodeParameters(Parameters):
    """The documented switches, and the two numbers that are not documented."""

    autocompact_pct_override: int | None = Field(
        default=None,
        ge=1,
        le=100,
        title="Compact at",
        description="CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: percent of the window; it can only make it earlier.",
        json_schema_extra={"unit": "percent"},
    )
    auto_compact_window: int | None = Field(
        default=None,
        ge=100_000,
        le=1_000_000,
        title="Assumed window",
        description="CLAUDE_CODE_AUTO_COMPACT_WINDOW: the window it reckons with, where it differs from the model's.",
        json_schema_extra={"unit": "tokens"},
    )
    assumed_percent: int = Field(
        default=ASSUMED_PERCENT,
        ge=1,
        le=100,
        title="“Near the limit” is",
        description="The documentation says: as you approach the limit. The number is an assumption of ours.",
        json_schema_extra={"unit": "percent"},
    )
    outputs_kept: int = Field(
        default=ASSUMED_OUTPUTS,
        ge=0,
        title="Outputs not cleared",
        description="The documentation says that older tool outputs go first. How many stay is an assumption of ours.",
        json_schema_extra={"unit": "tool results"},
    )


class ClaudeCode(Released):
    """Old tool outputs first; if that is not enough, a summary of everything."""

    name = "claude-code"
    label = "Claude Code"
    family = "Claude Code"
    version = "documented"
    date = "2026-10"
    source = "public documentation only; numbers that it does not give are assumptions and named so"
    evidence: Evidence = "documentation"
    counter = "o200k_base"
    parameters: type[Parameters] = ClaudeCodeParameters
    released_ladder = Ladder(rungs=(Keep(),))
    listing = (
        "near the limit (percent of the window; the formula is not documented):",
        "    clear older tool outputs",
        "    if that is enough: go on",
        "    else: replace the conversation by a structured summary",
        "read again from disk: project memory, rules, skills within their budgets",
    )

    def threshold(self, context_window: int | None, parameters: ClaudeCodeParameters) -> int | None:
        """The assumed percentage, or the override where that is earlier."""
        window = parameters.auto_compact_window or context_window
        if window is None:
            return None
        percent = min(parameters.assumed_percent, parameters.autocompact_pct_override or 100)
        return window * percent // 100

    def watched(self, context: Context) -> tuple[int, ...]:
        """Reported usage, and an estimate of what came later."""
        return reported(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Clear, count, and summarize if needed."""
        messages, counts, rows = context.session.messages, context.measured.counts, context.rows
        line_, keep = self.threshold(context.context_window, context.parameters), context.parameters.outputs_kept
        results = [row for row in rows if messages[row].result is not None]
        old = results[: max(0, len(results) - keep)]
        gain = sum(counts[row] for row in old)
        total = overhead(context) + context.tokens(0, len(rows))
        if not rows:
            yield _decided("There is no message to compact.", 0, None, "clear")
            return
        if old:
            cleared = tuple(Effect(fate="clear", start=a, stop=b, text=PLACEHOLDER) for a, b in runs(old))
            yield Step(
                kind="apply", line=1, effects=cleared, kept_tokens=total - gain, goal=line_,
                text=f"{len(old):,} older tool outputs with {gain:,} tokens are cleared; some {total - gain:,} stay.",
            )  # fmt: skip
        if old and line_ is not None and total - gain <= line_:
            yield _decided(f"That is within {line_:,}: the conversation goes on.", 2, context.start, "clear")
            return
        gone = tuple(Effect(fate="summarize", start=a, stop=b) for a, b in runs(rows))
        yield Step(
            kind="apply", line=3, effects=gone,
            text=(
                f"{'That is not enough. ' if old else ''}{everything(context, 'becomes', 'become')} one structured "
                "summary."
            ),
        )  # fmt: skip
        yield _decided("Project memory, rules and skills are read again from disk.", 4, context.end, "summary")

    def request(self, session: Session, parameters: Any, plan: Plan) -> SummaryRequest:
        """The whole conversation; what the summarizer reads is not documented."""
        return reading(session, plan, prompt("claude_code_first"), line, between="\n\n")

    def wrapper(self, plan: Plan) -> Wrapper:
        """A user message; the wording is not documented."""
        return Wrapper(template="The conversation so far was compacted. What it held:\n\n{summary}")

    def snippet(self, parameters: ClaudeCodeParameters, context_window: int | None) -> Snippet | None:
        """Environment variables."""
        values = {
            "CLAUDE_AUTOCOMPACT_PCT_OVERRIDE": parameters.autocompact_pct_override,
            "CLAUDE_CODE_AUTO_COMPACT_WINDOW": parameters.auto_compact_window,
        }
        lines = [f"export {name}={value}" for name, value in values.items() if value is not None]
        return Snippet(language="bash", place="the shell that starts it", text="\n".join(lines) or "# the defaults")


def _decided(text: str, at: int, cut: int | None, mode: str) -> Step:
    return Step(kind="decide", line=at, text=text, decision=Decision(cut=cut, mode_used=mode))


strategies.add(ClaudeCode())
