"""opencode as one strategy, in four generations."""

from collections.abc import Iterator

from compaction_core.session import Message, Session
from compaction_core.strategies.base import Addition, Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.opencode import after, limits, search, trigger
from compaction_core.strategies.opencode.entries import read
from compaction_core.strategies.opencode.parameters import OpencodeParameters
from compaction_core.strategies.opencode.pruning import PLACEHOLDER
from compaction_core.strategies.opencode.rendering import Reading, entry_text, line
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_json, changed
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Line, SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Fail, Ladder
from compaction_core.summarizers.prompts import prompt

FRAME = ("<conversation>\n", "\n</conversation>")


class Opencode(Released):
    """opencode's compaction; ``release`` says of which generation."""

    name = "opencode"
    label = "opencode"
    family = "opencode"
    version = "1.18.34"
    date = "2026-11-29"
    source = "opencode-linux-x64 1.0.0 to 1.18.34 (npm), session/compaction"
    counter = "opencode"
    parameters: type[Parameters] = OpencodeParameters
    listing = search.LISTING
    released_ladder = Ladder(rungs=(Fail(),), accept_blank=True)

    def mode(self, parameters: OpencodeParameters) -> str:
        """tail keeps the newest messages; generations A and B summarize all."""
        return "tail" if parameters.generation.tail else "all"

    def threshold(self, context_window: int | None, parameters: OpencodeParameters) -> int | None:
        """What the reported usage must exceed."""
        return limits.line(
            parameters.generation,
            context_window,
            parameters.auto,
            parameters.output_limit,
            parameters.input_limit,
            parameters.reserved,
        )

    def watched(self, context: Context) -> tuple[int, ...]:
        """The usage of the last finished step."""
        return trigger.watched(context, context.parameters.generation)

    def looks(self, context: Context) -> tuple[bool, ...]:
        """After each step."""
        return trigger.looks(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """What stays, and what is summarized."""
        return search.steps(context)

    def snippet(self, parameters: OpencodeParameters, context_window: int | None) -> Snippet | None:
        """opencode's configuration."""
        names = ("auto", "prune", "tail_turns", "preserve_recent_tokens", "reserved")
        found = {name: value for name, value in changed(parameters).items() if name in names}
        if "prune" in found:
            found["prune"] = found["prune"] == "on"
        return as_json("opencode.json", {"compaction": found})

    def request(self, session: Session, parameters: OpencodeParameters, plan: Plan) -> SummaryRequest:
        """The head as text; from 1.18.20 on that is what is sent, before it the messages themselves were."""
        generation, messages = parameters.generation, session.messages
        found = next((s.variables["previous"] for s in plan.steps if "previous" in s.variables), None)
        merged = found if isinstance(found, int) else None
        gone = plan.indexes("summarize")
        read_of = tuple(i for i in gone if not generation.tail or messages[i].summary is None)
        cleared = {i for step in plan.steps for e in step.effects if e.fate == "clear" for i in range(e.start, e.stop)}
        how = Reading(generation.output_chars, generation.letter == "C", dict.fromkeys(cleared, PLACEHOLDER))

        def render(index: int, message: Message) -> Line | None:
            return line(index, message, how)

        previous = None if merged is None else (messages[merged].summary or "").strip()
        made = reading(
            session, plan, prompt(generation.update if previous else generation.first), render,
            indexes=read_of, between="\n\n", frame=FRAME if generation.letter == "D" else ("", ""), previous=previous,
        )  # fmt: skip
        if generation.letter != "D":
            return made
        texts = (entry_text(entry, messages, how) for entry in read(messages, read_of).entries)
        return made.model_copy(update={"transcript": FRAME[0] + "\n\n".join(filter(None, texts)) + FRAME[1]})

    def wrapper(self, plan: Plan) -> Wrapper:
        """An assistant message."""
        return after.wrapper()

    def additions(self, wrapper: Wrapper, plan: Plan, session: Session, trigger: str) -> tuple[Addition, ...]:
        """A question before it; after it, unless it was asked for by hand, what sets the agent going again."""
        return after.additions(plan, session)


strategies.add(Opencode())
