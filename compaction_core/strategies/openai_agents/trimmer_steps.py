"""ToolOutputTrimmer, step by step: before every call, long tool outputs of older turns leave a preview.

Source: openai-agents 0.24.0, extensions/tool_output_trimmer.py. The stored history keeps them whole.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from compaction_core.session import Message
from compaction_core.strategies.context import Context
from compaction_core.strategies.openai_agents.items import items, recent_boundary
from compaction_core.strategies.openai_agents.parameters import TrimmerParameters
from compaction_core.strategies.openai_agents.trimming import UNKNOWN, Limits, trimmed
from compaction_core.strategies.step import Decision, Effect, Rejected, Step
from compaction_core.turns import runs
from compaction_core.words import count

LISTING: tuple[str, ...] = (
    "boundary = the recent_turns-th user message from the end; if there are fewer: stop",
    "for each tool output before the boundary:",
    "    if a list of tools is given and its tool is not on it: leave it",
    "    if it has no more than max_output_chars characters: leave it",
    "    shorter = a header + its first preview_chars characters",
    "    if shorter is not shorter: leave it, else put it in its place",
    "the stored history is not changed",
)
BOUNDARY, LOOP, TOOLS, SHORT, PREVIEW, REPLACE, STORED = range(len(LISTING))
MOST_STEPS = 60
MODE = "trim"


class Trim(NamedTuple):
    """A tool output that is trimmed."""

    row: int
    text: str


def steps(context: Context) -> Iterator[Step]:
    """Find the boundary, look at each output before it; the last step decides."""
    settings: TrimmerParameters = context.parameters
    messages = context.session.messages
    found = items(messages, context.rows)
    at = recent_boundary(found, settings.recent_turns)
    users = sum(item.kind == "user" for item in found)
    boundary = found[at].row if at else context.start
    few = f"{count(users, 'user message')}; the boundary would be the {_nth(settings.recent_turns)} from the end"
    yield Step(
        kind="start",
        line=BOUNDARY,
        candidate=boundary if at else None,
        text=f"{few}: {f'#{boundary}' if at else 'there is none before it, so nothing is trimmed'}.",
        variables={"boundary": at, "users": users},
    )
    if not at:
        yield _ended(None, BOUNDARY, "Every output stays whole.")
        return
    old = [row for row in context.rows if row < boundary and messages[row].role == "tool"]
    done = trims(messages, context.rows, old, settings)
    yield from _told(context, old, done)


def trims(
    messages: Sequence[Message], rows: Sequence[int], old: Sequence[int], settings: TrimmerParameters
) -> list[Trim]:
    """The outputs among ``old`` that are trimmed. Of an id that comes back, the last call names the tool."""
    names = {call.id: call.name for row in rows for call in messages[row].calls if call.id and call.name}
    limits, only = Limits(settings.max_output_chars, settings.preview_chars), settings.tools
    found = []
    for row in old:
        result = messages[row].result
        name = names.get(result.call_id) if result is not None else None
        if only is None or name in only:
            text = trimmed(messages[row], name or UNKNOWN, limits)
            if text is not None:
                found.append(Trim(row, text))
    return found


def _told(context: Context, old: Sequence[int], done: Sequence[Trim]) -> Iterator[Step]:
    gone = {trim.row for trim in done}
    whole = [row for row in old if row not in gone]
    if whole:
        spans = runs(whole)
        reason = "short enough, or not on the list of tools"
        yield Step(
            kind="measure",
            line=SHORT,
            rejected=tuple(Rejected(start=start, stop=stop, reason=reason) for start, stop in spans[:200]),
            text=f"{count(len(whole))} of {count(len(old), 'older tool output')} stay: {reason}.",
        )
    size = -(-len(done) // MOST_STEPS) or 1
    counts = context.measured.counts
    for start in range(0, len(done), size):
        few = done[start : start + size]
        named = f"#{few[0].row}" if len(few) == 1 else f"{count(len(few), 'output')} (#{few[0].row}–#{few[-1].row})"
        yield Step(
            kind="apply",
            line=REPLACE,
            candidate=few[0].row,
            effects=tuple(Effect(fate="truncate", start=t.row, stop=t.row + 1, text=t.text) for t in few),
            text=f"{named}, {sum(counts[trim.row] for trim in few):,} tokens: a header and a preview take the place.",
        )
    if not done:
        yield _ended(None, SHORT, "No older output is long: all stay whole.")
        return
    text = f"{count(len(done), 'tool output')} {'is' if len(done) == 1 else 'are'} trimmed in the request alone."
    yield _ended(context.start, STORED, f"{text} The stored history keeps {'it' if len(done) == 1 else 'them'} whole.")


def watched(context: Context) -> tuple[int, ...]:
    """For each planned message, how many outputs the trimmer would cut in the list up to it."""
    settings: TrimmerParameters = context.parameters
    messages = context.session.messages
    tools = [row for row in context.rows if messages[row].role == "tool"]
    cut = {trim.row for trim in trims(messages, context.rows, tools, settings)}
    before: list[int] = []  # trimmable outputs before each user message
    seen, found = 0, list[int]()
    for row in range(context.start, context.end):
        if messages[row].role == "user" and messages[row].summary is None:
            before.append(seen)
        seen += row in cut
        found.append(before[-settings.recent_turns] if len(before) >= settings.recent_turns else 0)
    return tuple(found)


def _ended(cut: int | None, line: int, text: str) -> Step:
    return Step(kind="decide", line=line, text=text, decision=Decision(cut=cut, mode_used=MODE))


def _nth(number: int) -> str:
    return "last" if number == 1 else f"{number:,}{ {2: 'nd', 3: 'rd'}.get(number, 'th') }"
