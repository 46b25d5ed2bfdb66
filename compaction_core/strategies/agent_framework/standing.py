"""The list as it stands while strategies run over it: groups, their sizes, and what becomes of their messages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from compaction_core.session import Message
from compaction_core.strategies.agent_framework.groups import KIND_NAMES, Group, Kind, grouped
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Effect
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message
from compaction_core.turns import runs


@dataclass(frozen=True)
class Material:
    """A list of messages that a strategy plans over, oldest first."""

    messages: Sequence[Message]
    rows: Sequence[int]
    """What each message is called outside: its number in the session."""
    tokens: Sequence[int]
    start: int
    end: int
    measure: Callable[[Message], int]
    """Tokens of a message that is not in the list yet."""


def material(context: Context) -> Material:
    """The planned messages without system prompt: the framework puts its instructions in front later."""
    messages, counts = context.session.messages, context.measured.counts
    counter = context.counter or counters.get("agent-framework")

    def measure(message: Message) -> int:
        return count_message(message, counter)

    return Material(
        messages=[messages[row] for row in context.rows],
        rows=context.rows,
        tokens=[counts[row] for row in context.rows],
        start=context.start,
        end=context.end,
        measure=measure,
    )


class Standing:
    """The groups that are not excluded. ``sizes`` are tokens, or messages where ``by_messages``."""

    def __init__(self, found: Material, by_messages: bool = False) -> None:
        self.material = found
        self.by_messages = by_messages
        self.groups: list[Group] = list(grouped(found.messages))
        self.sizes: list[int] = [len(group.places) for group in self.groups]
        if not by_messages:
            self.sizes = [sum([found.tokens[place] for place in group.places]) for group in self.groups]
        self.gone: list[int] = []
        """Numbers of the messages that stand in the list no more."""

    @property
    def kinds(self) -> list[Kind]:
        """Kinds of the groups, in order."""
        return [group.kind for group in self.groups]

    @property
    def total(self) -> int:
        """The metric over what stands."""
        return sum(self.sizes)

    @property
    def collapsed(self) -> int:
        """Groups that are one message now."""
        return sum(group.instead is not None for group in self.groups)

    @property
    def unit(self) -> str:
        """What the sizes count."""
        return "messages" if self.by_messages else "tokens"

    def numbers(self, groups: Sequence[Group]) -> list[int]:
        """The messages of these groups by their numbers outside, ascending."""
        rows = self.material.rows
        return sorted([rows[place] for group in groups for place in group.places])

    def drop(self, places: Sequence[int]) -> tuple[Effect, ...]:
        """What excluding these groups does to messages; the list itself changes in ``remove``."""
        numbers = self.numbers([self.groups[at] for at in places])
        return tuple([Effect(fate="drop", start=start, stop=stop) for start, stop in runs(numbers)])

    def remove(self, places: Sequence[int]) -> None:
        """Exclude these groups."""
        going = set(places)
        self.gone += self.numbers([self.groups[at] for at in places])
        self.groups = [group for at, group in enumerate(self.groups) if at not in going]
        self.sizes = [size for at, size in enumerate(self.sizes) if at not in going]

    def replace(self, going: Sequence[int], messages: Sequence[Message]) -> tuple[Effect, ...]:
        """Let one message stand for each of these groups, at the place of its first; a group of its own from then on.

        The groups are dropped in whole runs, and what stands for them comes behind: the last effect wins.
        """
        rows, measure = self.material.rows, self.material.measure
        drops = self.drop([at for at in going if len(self.groups[at].places) > 1])
        effects: list[Effect] = []
        for at, message in zip(going, messages, strict=True):
            places = self.groups[at].places
            row, tokens = rows[places[0]], measure(message)
            effects.append(Effect(fate="clear", start=row, stop=row + 1, instead=message, tokens=tokens))
            self.gone += [rows[place] for place in places[1:]]
            self.groups[at] = Group("assistant_text", places[:1], message)
            self.sizes[at] = 1 if self.by_messages else tokens
        return (*drops, *effects)

    def name(self, at: int) -> str:
        """A group in words."""
        group = self.groups[at]
        numbers = self.numbers([group])
        what = "collapsed tool" if group.instead is not None else KIND_NAMES[group.kind]
        named = f"#{numbers[0]}" if len(numbers) == 1 else f"{len(numbers):,} messages from #{numbers[0]}"
        return f"the {what} group ({named})"
