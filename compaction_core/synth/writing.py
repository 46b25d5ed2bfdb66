"""From a recipe to a session: the beats are written down as messages, on time and within the budget."""

import json
from random import Random
from typing import Any

from pydantic import ValidationError

from compaction_core.errors import BadParameter
from compaction_core.session import Message, Part, Reasoning, Session, Text, ToolCall, ToolResult
from compaction_core.synth.budget import Budget
from compaction_core.synth.closing import LEAST, closing
from compaction_core.synth.project import Project
from compaction_core.synth.prompt import system_prompt
from compaction_core.synth.recipe import Recipe
from compaction_core.synth.stage import Beat, Stage
from compaction_core.synth.story import story
from compaction_core.synth.vocabulary import scenario, tools

ROOM = (160, 28_000)
"""Bounds of the wanted length of a tool output, in characters."""


def generate(recipe: Recipe | int | None = None, /, **settings: Any) -> Session:
    """Make the session of a recipe: ``generate(Recipe(seed=7))``, ``generate(7, messages=40)`` or ``generate(seed=7)``.

    Only ``random.Random(seed)`` decides, so the same recipe gives an equal session on every machine.
    Raises BadParameter for a setting outside its range.
    """
    made = recipe if isinstance(recipe, Recipe) else _recipe({"seed": recipe} if recipe is not None else {}, settings)
    rng = Random(made.seed)  # noqa: S311 - a story, not a secret
    chosen = scenario(made.scenario)
    stage = Stage(made, chosen, rng, Project(chosen, rng), Budget(made))
    messages = _Writer(stage).write()
    return Session(
        format="generated", title=chosen.title, tools=tools() if made.system else None, messages=tuple(messages)
    )


def _recipe(first: dict[str, Any], settings: dict[str, Any]) -> Recipe:
    try:
        return Recipe(**first, **settings)
    except ValidationError as error:
        wrong = error.errors()[0]
        name = ".".join(map(str, wrong["loc"]))
        raise BadParameter(f"{name}: {wrong['msg']}; change {name} and try again.") from error


class _Writer:
    """Writes beats down until exactly as many messages stand there as the recipe asks for."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.budget = stage, stage.budget
        self.messages: list[Message] = []

    def write(self) -> list[Message]:
        if self.stage.recipe.system:
            prompt = system_prompt(self.stage.project)
            self.messages.append(Message(role="system", parts=(Text(text=prompt),), timestamp=self.stage.now))
            self.budget.begin(len(prompt))
        self.stage.left = self._left
        for beat in story(self.stage):
            if self._left < 1 + len(beat.calls) + LEAST:
                break
            self._beat(beat)
            self.stage.left = self._left
        for beat in closing(self.stage, self._left):
            self._beat(beat)
        return self.messages

    @property
    def _left(self) -> int:
        return self.stage.recipe.messages - len(self.messages)

    def _beat(self, beat: Beat) -> None:
        parts: list[Part] = [Reasoning(text=beat.reasoning)] if beat.reasoning else []
        parts += [Text(text=beat.text)] if beat.text else []
        made = [self._call(call.name, call.arguments) for call in beat.calls]
        self._pass(beat.role)
        self._put(beat.role, (*parts, *made))
        for n, (call, part) in enumerate(zip(beat.calls, made, strict=True)):
            # an open call at the very end stays open
            if self._left:
                self._pass("tool")
                text = call.run(self._room(len(made) - n))
                self._put("tool", (ToolResult(call_id=part.id, text=text),), name=part.name)

    def _call(self, name: str, arguments: dict[str, object]) -> ToolCall:
        ident = f"call_{self.stage.rng.getrandbits(48):012x}"
        return ToolCall(id=ident, name=name, arguments=json.dumps(arguments, ensure_ascii=False, separators=(",", ":")))

    def _pass(self, role: str) -> None:
        rng = self.stage.rng
        if role == "user":
            seconds = rng.randrange(1_200, 5_400) if rng.random() < 0.03 else rng.randrange(25, 400)
        else:
            seconds = rng.randrange(3, 25) if role == "assistant" else rng.randrange(1, 9)
        self.stage.now += seconds + rng.randrange(1000) / 1000

    def _put(self, role: Any, parts: tuple[Part, ...], name: str | None = None) -> None:
        self.messages.append(Message(role=role, parts=parts, name=name, timestamp=round(self.stage.now, 3)))
        self.budget.messages += 1
        for part in parts:
            if isinstance(part, ToolCall):
                self.budget.put("calls", len(part.name) + len(part.arguments))
            elif isinstance(part, ToolResult):
                self.budget.put("results", len(part.text))
            elif isinstance(part, Reasoning):
                self.budget.put("reasoning", len(part.text))
            elif isinstance(part, Text):
                self.budget.put("user" if role == "user" else "text", len(part.text))

    def _room(self, waiting: int) -> int:
        """Wanted length of the next tool output: the session's shortfall, mostly less of it, now and then more."""
        short = self.budget.room_of_result(waiting) * (0.3 + 2.1 * self.stage.rng.random() ** 2)
        return int(min(max(short, ROOM[0]), ROOM[1]))
