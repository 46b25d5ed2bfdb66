"""The functions of the invented repository: each has a fault, its mending, tests and a caller."""

from dataclasses import dataclass
from random import Random

from compaction_core.synth.vocabulary import Shape, Words, fill, skeleton

QUALIFIERS = (
    "by_owner", "for_tenant", "since", "of_week", "for_report", "in_region", "for_export", "of_month",
    "for_console", "by_source", "in_batch", "for_audit", "by_day", "for_mail", "of_partner", "for_backup",
)  # fmt: skip
FILLED = ("bad", "good", "fails", "error", "fix", "subject", "passes", "expected", "seen")
"""Parts of a shape that are words of the function."""


@dataclass
class Function:
    """A function of the repository and what is known about it so far."""

    name: str
    shape: Shape
    words: Words
    fixed: bool = False
    tested: bool = False
    reported: bool = False
    guarded: bool = False
    """Whether its guards are in the test file."""

    def code(self) -> str:
        """The function as it stands: at fault or mended."""
        middle = self.words["good" if self.fixed else "bad"]
        return fill(self.shape.code.replace("@@", middle), self.words)

    def mended(self) -> tuple[str, str]:
        """The faulty lines and what replaces them: the mending with its remark above it."""
        bad, good, remark = self.words["bad"], self.words["good"], self.shape.remark
        indent = good[: len(good) - len(good.lstrip())]
        return bad, f"{indent}{fill(remark, self.words)}\n{good}" if remark else good

    def handler(self) -> str:
        """The function of the API that calls it."""
        words = self.words | {"route": f"GET /{self.words['entities']}/{self.name.replace('_', '-')}"}
        return fill(skeleton()["handler"], words).strip() + "\n" + fill(self.shape.caller, words).strip("\n")

    def test(self, why: str = "") -> str:
        """The test that shows the fault, with a docstring if there is a reason to give."""
        head, *body = fill(self.shape.test.replace("@@", self.words["fails"]), self.words).strip().split("\n")
        return "\n".join([head, *([f'    """{why}"""'] if why else []), *body])

    def guards(self) -> list[str]:
        """The tests of what must not change."""
        return [fill(guard, self.words).strip() for guard in self.shape.guards]


def make(shape: Shape, place: Words, rng: Random, taken: set[str]) -> Function:
    """A function of this shape about an entity, under a name that is not taken yet."""
    name = _free_name(shape, place, rng, taken)
    words = place | {"fn": name, "handler": f"on_{name}", "shape": shape.name, "test_name": ""}
    words |= {"limit": str(rng.choice((20, 25, 50, 100, 200))), "small": str(rng.choice((2, 5, 10, 15)))}
    words |= {part: fill(getattr(shape, part), words) for part in FILLED}
    head = fill(shape.test, words).strip()
    words["test_name"] = head[4 : head.index("(")]
    return Function(name, shape, words)


def _free_name(shape: Shape, words: Words, rng: Random, taken: set[str]) -> str:
    number = 1
    while True:
        for _ in range(6):
            verb, noun = rng.choice(shape.verbs), rng.choice((words["entity"], words["entities"]))
            tail = f"_{rng.choice(QUALIFIERS)}" if rng.random() < 0.6 or number > 1 else ""
            name = f"{verb}_{noun}{tail}" + (f"_{number}" if number > 1 else "")
            if name not in taken:
                taken.add(name)
                return name
        number += 1
