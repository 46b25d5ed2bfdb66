"""What an arc works with: beats, calls, the repository, and decks of phrases."""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, TypeVar

from compaction_core.synth import clock
from compaction_core.synth.budget import Budget, Kind
from compaction_core.synth.functions import Function
from compaction_core.synth.outputs import many
from compaction_core.synth.project import Project
from compaction_core.synth.recipe import Recipe
from compaction_core.synth.vocabulary import Scenario, Words, fill, phrases

T = TypeVar("T")


@dataclass(frozen=True)
class Call:
    """A tool call and how it is answered; ``run`` gets the wanted length of the answer in characters."""

    name: str
    arguments: dict[str, object]
    run: Callable[[int], str]


@dataclass(frozen=True)
class Beat:
    """One message, with the calls it makes. The results follow it."""

    role: Literal["user", "assistant"]
    text: str = ""
    reasoning: str = ""
    calls: tuple[Call, ...] = ()


Arc = Generator[Beat, None, None]


@dataclass
class Stage:
    """The state of the story between its arcs."""

    recipe: Recipe
    scenario: Scenario
    rng: Random
    project: Project
    budget: Budget
    now: float = clock.START
    ticket: int = 400
    left: int = 0
    """Messages that are still to be written."""
    done: list[Words] = field(default_factory=list)
    """The words of every fault that was mended, oldest first."""
    finished: list[Words] = field(default_factory=list)
    """The words of every finished ticket: faults, functions and modules, oldest first."""
    turned: dict[str, int] = field(default_factory=dict)
    """How often each setting was changed."""
    seen: dict[str, int] = field(default_factory=dict)
    """How often each kind of fault was reported."""
    written: set[str] = field(default_factory=set)
    """Kinds of modules that were written anew."""
    dirty: list[str] = field(default_factory=list)
    """Diffs since the last commit."""
    _decks: dict[str, list[str]] = field(default_factory=dict)

    def draw(self, key: str, options: Sequence[str]) -> str:
        """An option that has not been drawn since all others were."""
        deck = self._decks.setdefault(key, [])
        if not deck:
            deck.extend(options)
            self.rng.shuffle(deck)
        return deck.pop()

    def say(self, key: str, words: Words, chance: float = 1.0) -> str:
        """A phrase for the occasion, or (with what is left of ``chance``) nothing."""
        if self.rng.random() >= chance:
            return ""
        return fill(self.draw(key, phrases()[key]), words)

    def room(self, kind: Kind, part: float = 1.0) -> float:
        """Characters that something of this kind may take now: about ``part`` of what is still wanted of it."""
        if kind == "reasoning" and not self.recipe.reasoning:
            return 0.0
        return self.budget.room(kind) * part * (0.6 + 0.8 * self.rng.random())

    def fitting(self, kind: Kind, part: float, first: Sequence[str], more: Iterable[str] = ()) -> list[str]:
        """All of ``first``, and as much of ``more`` as there is room for. What is empty is left out."""
        chosen, room = [text for text in first if text], self.room(kind, part)
        room -= sum(map(len, chosen))
        for text in more:
            if room < len(text) / 2:
                break
            chosen += [text] if text else []
            room -= len(text)
        return chosen

    def maybe(self, key: str, words: Words) -> str:
        """A phrase of the assistant if there is room for it."""
        return " ".join(self.fitting("text", 0.3, (), [self.say(key, words)]))

    def weighted(self, weights: dict[str, int]) -> str:
        """A key, each as likely as its weight."""
        number = self.rng.randrange(sum(weights.values()))
        for key, weight in weights.items():
            number -= weight
            if number < 0:
                return key
        raise AssertionError("weights changed while drawing")

    def next_ticket(self) -> str:
        """A ticket number higher than all before it."""
        self.ticket += self.rng.randrange(1, 9)
        return f"{self.scenario.tickets}-{self.ticket}"

    def latent(self) -> list[Function]:
        """Functions that are at fault and that nobody has reported yet."""
        return [f for f in self.project.functions if not f.fixed and not f.reported]

    def common(self) -> Words:
        """Words that fit anywhere."""
        commits = self.project.commits
        last = self.finished[-1] if self.finished else {}
        return {
            "pkg": self.scenario.pkg,
            "service": self.scenario.service,
            "protected": self.project.protected,
            "hash": commits[-1][0] if commits else "none yet",
            "commits": str(len(commits)),
            "ticket": last.get("ticket", "none"),
            "done": many(len(self.finished), "ticket"),
        }


def line(finished: Words, key: str) -> str:
    """A finished ticket in a list: faults by the phrase of that name, what was built by its subject."""
    return fill(phrases()[key if "fix" in finished and "why" in finished else "built_line"], finished)


def lookups(stage: Stage, text: str, reasoning: str, *calls: Call) -> Arc:
    """Make the calls at once or one after the other, as the recipe says."""
    if len(calls) > 1 and stage.rng.random() < stage.recipe.parallel_share:
        yield Beat("assistant", text, reasoning, calls)
        return
    for n, call in enumerate(calls):
        yield Beat("assistant", "" if n else text, "" if n else reasoning, (call,))
