"""Tool groups as one message each: what the tools answered, without calls and ids.

Source: agent-framework-core 1.23.0, ``_compaction.py``. The words of the frame are ours and as long as the release's:
16 characters around, 2 between two answers, 15 where the whole is cut to 4,096.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from compaction_core.session import Message, Text
from compaction_core.strategies.agent_framework import choosing
from compaction_core.strategies.agent_framework.parameters import ToolGroupParameters
from compaction_core.strategies.agent_framework.standing import Material, Standing
from compaction_core.strategies.agent_framework.telling import MOST_STEPS, nothing, settled, start
from compaction_core.strategies.step import Step
from compaction_core.words import amount

PREFIX, SUFFIX, BETWEEN = "[Tools answer: ", "]", "; "
NO_ANSWER = "no answers"
CUT = "… [rest is cut]"
MOST_CHARS = 4_096

LISTING: tuple[str, ...] = (
    "tools = the groups of calls and results, oldest first",
    "if there are at most K: leave the list as it is",
    "for group in all but the last K of them:",
    "    text = name and answer of each result, at most 4,096 characters",
    "    one assistant message with that text stands for the group",
    "everything else stands",
)
TOOLS, WITHIN, EACH, TEXT, STAND, REST = range(len(LISTING))


def collapsed_text(messages: Sequence[Message]) -> str:
    """What stands for a group: the answers in order, each with its tool's name where the group holds its call."""
    names: dict[str, str] = {}
    for message in messages:
        for part in message.parts:
            if part.kind == "tool_call" and part.id and part.name:
                names[part.id] = part.name
    labels = []
    for message in messages:
        for part in message.parts:
            if part.kind == "tool_result":
                name = names.get(part.call_id, "")
                labels.append((f"{name}: {part.text}" if name else part.text).strip())
    return framed(BETWEEN.join(labels) if labels else NO_ANSWER)


def framed(label: str) -> str:
    """The label in its frame, cut to 4,096 characters in all.

    >>> framed("ls: a.txt"), len(framed("x" * 5_000))
    ('[Tools answer: ls: a.txt]', 4096)
    """
    text = f"{PREFIX}{label}{SUFFIX}"
    if len(text) <= MOST_CHARS:
        return text
    room = MOST_CHARS - len(PREFIX) - len(CUT) - len(SUFFIX)
    return f"{PREFIX}{label[:room].rstrip()}{CUT}{SUFFIX}"


def tool_result(found: Material, parameters: ToolGroupParameters) -> Iterator[Step]:
    """Old tool groups become one message each."""
    keep = parameters.keep_last_tool_call_groups
    standing = Standing(found)
    tools = standing.kinds.count("tool_call")
    yield start(standing, TOOLS, f"{tools:,} of them are calls with results, {keep:,} to keep.", tools=tools, keep=keep)
    if tools <= keep:
        yield nothing("tool_result", WITHIN, f"{amount(tools, 'tool groups')} and {keep:,} to keep: every one stays.")
        return
    yield from collapsing(standing, keep, STAND)
    yield settled(standing, "tool_result", REST)


def collapsing(standing: Standing, keep: int, line: int) -> Iterator[Step]:
    """Put one message in place of each old tool group."""
    places = choosing.old_tool_groups(standing.kinds, keep)
    left, messages = standing.total, standing.material.messages
    stops = [*range(0, len(places), -(-len(places) // MOST_STEPS) or 1), len(places)]
    for first, stop in pairwise(stops):
        going = places[first:stop]
        name, size = standing.name(going[0]), sum(standing.sizes[at] for at in going)
        number = standing.numbers([standing.groups[going[0]]])[0]
        found = [[messages[place] for place in standing.groups[at].places] for at in going]
        texts = [Text(text=collapsed_text(group)) for group in found]
        effects = standing.replace(going, [Message(role="assistant", parts=(text,)) for text in texts])
        after = sum(standing.sizes[at] for at in going)
        left += after - size
        one = len(going) == 1
        what = f"{name[0].upper()}{name[1:]}" if one else f"{len(going):,} groups, the first {name},"
        grows = "" if after <= size else f" {'It grows' if one else 'They grow'}: the release does not look at that."
        yield Step(
            kind="apply",
            line=line,
            candidate=number,
            kept_tokens=None if standing.by_messages else left,
            effects=effects,
            text=(
                f"{what} {'becomes one message' if one else 'become one message each'}: "
                f"{amount(size, 'tokens')} before, {amount(after, 'tokens')} after.{grows}"
            ),
            variables={"left": left},
        )
