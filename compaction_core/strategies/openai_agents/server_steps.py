"""The Responses API's own compaction, step by step, as documented; the SDK's sandbox capability asks for it.

Source: OpenAI's documentation of context_management; openai-agents 0.24.0, sandbox/capabilities/compaction.py. What the
server reads and keeps inside its encrypted item is not known.
"""

from collections.abc import Iterator

from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import reported
from compaction_core.strategies.openai_agents.items import context_start, items
from compaction_core.strategies.openai_agents.parameters import ResponsesParameters
from compaction_core.strategies.openai_agents.rules import sandbox_threshold
from compaction_core.strategies.step import Decision, Step, effects
from compaction_core.words import count

LISTING: tuple[str, ...] = (
    "compact_threshold = as given, else by the sandbox capability:",
    "    a share of the window, rounded down, where it is known; else 240,000",
    "what stands before the newest compaction item is not sent",
    "the server: if the request's tokens cross compact_threshold:",
    "    write one encrypted compaction item for what was sent, and go on from it",
    "the client: from then on send that item and what comes after it",
)
GIVEN, SANDBOX, BEFORE, CROSSED, WRITE, AFTER = range(len(LISTING))
MODE = "server"


def threshold(context_window: int | None, settings: ResponsesParameters) -> int:
    """The line in tokens."""
    if settings.compact_threshold is not None:
        return settings.compact_threshold
    return sandbox_threshold(settings.policy, context_window, settings.threshold)


def steps(context: Context) -> Iterator[Step]:
    """Compare, drop what is not sent, replace the rest; the last step decides."""
    settings: ResponsesParameters = context.parameters
    line = threshold(context.context_window, settings)
    seen = reported(context)
    total = seen[-1] if seen else 0
    yield Step(
        kind="start",
        line=GIVEN if settings.compact_threshold is not None else SANDBOX,
        kept_tokens=total,
        goal=line,
        valid=total > line,
        text=f"{total:,} tokens, {'above' if total > line else 'not above'} the threshold of {line:,}.",
        variables={"compact_threshold": line},
    )
    found = items(context.session.messages, context.rows)
    first = found[context_start(found)].row if found else context.end
    before = [row for row in context.rows if row < first]
    sent = [row for row in context.rows if row >= first]
    if before:
        yield Step(
            kind="apply",
            line=BEFORE,
            candidate=first,
            effects=effects(before, "drop"),
            text=f"#{first} is the newest compaction item: {count(len(before))} before it are no longer sent.",
        )
    if not sent:
        text = "There is no message to compact."
        yield Step(kind="decide", line=CROSSED, text=text, decision=Decision(cut=None, mode_used=MODE))
        return
    tokens = sum(context.measured.counts[row] for row in sent)
    yield Step(
        kind="apply",
        line=WRITE,
        effects=effects(sent, "summarize"),
        text=f"{count(len(sent))}, {tokens:,} tokens, go into one encrypted item, the user's messages among them.",
    )
    yield Step(
        kind="decide",
        line=AFTER,
        kept_tokens=0,
        text="Only the compaction item is sent from now on, and what comes after it. Only the server can read it.",
        decision=Decision(cut=context.end, mode_used=MODE),
    )
