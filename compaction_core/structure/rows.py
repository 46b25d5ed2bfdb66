"""A list of messages as a rule reads it: each row's kind, its calls and results by id, and who answers whom."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from compaction_core.findings import Finding, Severity
from compaction_core.session import Message, Role
from compaction_core.structure.providers import Provider

Kind = Literal["prompt", "user", "assistant", "tool"]
SHOWN = 6
"""Messages that a sentence names; the finding holds all."""


class Row(NamedTuple):
    """What matters of one message."""

    kind: Kind
    calls: tuple[str, ...]
    results: tuple[str, ...]
    """Ids of the calls it answers."""
    thoughts: int
    """Thinking blocks that the provider gave a proof of, readable or not."""
    leads: bool
    """The first part is such a block."""
    trails: bool
    """The last part is such a block: nothing comes of the thinking."""


def read(message: Message) -> Row:
    """One message, read once."""
    calls: list[str] = []
    results: list[str] = []
    thoughts = 0
    leads = trails = False
    for place, part in enumerate(message.parts):
        kind = part.kind  # by kind and not by class: this runs for every part
        trails = False
        if kind == "tool_call":
            if message.role == "assistant":
                calls.append(part.id)  # type: ignore[union-attr]
        elif kind == "tool_result":
            results.append(part.call_id)  # type: ignore[union-attr]
        elif (kind == "reasoning" and part.signature) or (  # type: ignore[union-attr]
            kind == "opaque" and part.type in ("redacted_thinking", "reasoning")  # type: ignore[union-attr]
        ):
            thoughts += 1
            leads = leads or place == 0
            trails = True
    kind_of: Kind = "tool" if results else _KINDS[message.role]
    if kind_of == "tool" and not results:
        results.append("")
    return Row(kind_of, tuple(calls), tuple(results), thoughts, leads, trails)


_KINDS: dict[Role, Kind] = {
    "system": "prompt",
    "developer": "prompt",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}


class Listed:
    """A list of messages in front of one provider."""

    def __init__(
        self,
        messages: Sequence[Message],
        provider: Provider,
        *,
        numbers: Sequence[int | None] | None = None,
        sent: bool = False,
        compacted: bool = False,
        thinking: bool = False,
        rows: Sequence[Row] | None = None,
        history: bool = False,
        own: bool = False,
        own_block: bool = False,
        unshown: bool = False,
    ) -> None:
        self.messages = messages
        self.provider = provider
        self.numbers = range(len(messages)) if numbers is None else numbers
        """The number each message goes by; None for what a compaction brought in."""
        self.sent = sent
        """Nothing follows: the list is a request as it stands."""
        self.compacted = compacted
        """Something before the kept messages is gone."""
        self.history = history
        """A transcript as its file has it, and no list that someone made."""
        self.own = own
        """Of a history: this provider is the one that answered it, as far as model and format tell."""
        self.own_block = own_block
        """A summary that the model speaks is a block of the provider's own, which takes it back."""
        self.unshown = unshown
        """The file leaves out results: a call without one may have had it."""
        self.rows = [read(message) for message in messages] if rows is None else rows
        self.thinking = thinking or any(row.thoughts for row in self.rows)
        """The model thinks, as far as the list or what was taken out of it shows."""

    @cached_property
    def taken(self) -> int:
        """Messages before this place were sent to this very provider and answered: the file shows it. Else 0."""
        if not self.own:
            return 0
        return next((at for at in range(len(self.rows) - 1, -1, -1) if self.rows[at].kind == "assistant"), 0)

    @cached_property
    def talk(self) -> list[int]:
        """Places of the messages that are no prompt."""
        return [place for place, row in enumerate(self.rows) if row.kind != "prompt"]

    @cached_property
    def answers(self) -> list[tuple[int, str, int | None]]:
        """Every result: its place, its id, and the place of the call it answers.

        That is the latest earlier call of that id that nothing answers yet; where all are answered, the latest.
        """
        found: list[tuple[int, str, int | None]] = []
        latest: dict[str, int] = {}
        waiting: dict[str, list[int]] = {}
        for place, row in enumerate(self.rows):
            for identity in row.results:
                calls = waiting.get(identity)
                found.append((place, identity, calls.pop() if calls else latest.get(identity)))
            for identity in row.calls:
                latest[identity] = place
                waiting.setdefault(identity, []).append(place)
        return found

    @cached_property
    def answered(self) -> dict[int, Counter[str]]:
        """For each calling message, how often each of its calls is answered, wherever that is."""
        found: dict[int, Counter[str]] = {}
        for _, identity, caller in self.answers:
            if caller is not None:
                found.setdefault(caller, Counter())[identity] += 1
        return found

    @cached_property
    def results_of(self) -> dict[int, list[int]]:
        """For each calling message, the places of its results."""
        found: dict[int, list[int]] = {}
        for place, _, caller in self.answers:
            if caller is not None:
                found.setdefault(caller, []).append(place)
        return found

    def missing(self, place: int) -> list[str]:
        """Ids of a message's calls that nothing answers."""
        asked, given = Counter(self.rows[place].calls), self.answered.get(place, Counter())
        return [identity for identity, times in asked.items() if given[identity] < times]

    @cached_property
    def waiting(self) -> int | None:
        """The place of the message whose calls may still be answered: the last that is no result, if it calls.

        A prompt behind it closes it where results must follow at once.
        """
        closes = self.provider.adjacent and not self.provider.lifts_prompts
        for place in range(len(self.rows) - 1, -1, -1) if closes else reversed(self.talk):
            if self.rows[place].kind != "tool":
                return place if self.rows[place].calls else None
        return None

    @cached_property
    def ends(self) -> list[int]:
        """For each message, the place behind the run of results right after it."""
        passed = ("tool", "prompt") if self.provider.lifts_prompts else ("tool",)
        ends, end = [0] * len(self.rows), len(self.rows)
        for place in range(len(self.rows) - 1, -1, -1):
            ends[place] = end
            if self.rows[place].kind not in passed:
                end = place
        return ends

    def name(self, place: int) -> str:
        """A message in a sentence: ``#12``, or what it is where it has no number."""
        number = self.numbers[place]
        if number is not None:
            return f"#{number}"
        return "the summary" if self.messages[place].summary is not None else "an added message"

    def names(self, places: Iterable[int]) -> str:
        """Several messages in a sentence."""
        all_of = list(places)
        told = ", ".join(self.name(place) for place in all_of[:SHOWN])
        return told if len(all_of) <= SHOWN else f"{told} and {len(all_of) - SHOWN:,} more"

    def finding(self, code: str, severity: Severity, text: str, advice: str, places: Iterable[int] = ()) -> Finding:
        """A finding about these places, numbered as the messages go."""
        numbers = {self.numbers[place] for place in places}
        return Finding(
            code=code,
            severity=severity,
            text=text[0].upper() + text[1:],
            advice=advice,
            messages=tuple(sorted(number for number in numbers if number is not None)),
        )

    def rejected(self, why: str) -> str:
        """What the provider does, as the end of a sentence: `` Anthropic answers 400 …: …``."""
        return f"{self.provider.label} answers {self.provider.rejection}: {why}."
