"""aider's chat history as one strategy."""

import math
from collections.abc import Iterator
from itertools import accumulate

from compaction_core.session import Message, Session, Text
from compaction_core.strategies.aider.listing import LISTING
from compaction_core.strategies.aider.parameters import AiderParameters
from compaction_core.strategies.aider.steps import steps
from compaction_core.strategies.base import Addition, Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import after_turns
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Line, SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Fail, Ladder, Retry
from compaction_core.summarizers.prompts import prompt

PREFIX = "We talked about several things before:\n"
ANSWER = "Understood."
RETRIES = 8
"""Waits of 0.25, 0.5, … 32 seconds; then aider asks its main model the same way."""


class Aider(Released):
    """aider 0.86.2: a short history of what was said, in the user's words."""

    name = "aider"
    label = "aider"
    family = "aider"
    version = "0.86.2"
    date = "2026-02-12"
    source = "aider-chat 0.86.2, history.py, models.py, coders/base_coder.py"
    counter = "aider"
    parameters: type[Parameters] = AiderParameters
    listing = LISTING
    # If the main model fails too, aider takes the empty result for the history and loses it; here nothing is changed.
    released_ladder = Ladder(
        rungs=(Retry(times=RETRIES, on=("timeout", "rate_limit", "server_error", "dropped")), Fail()),
        accept_blank=True,
    )

    def threshold(self, context_window: int | None, parameters: AiderParameters) -> int | None:
        """The history's limit; the window itself does not matter."""
        return math.floor(parameters.limit(context_window))

    def watched(self, context: Context) -> tuple[int, ...]:
        """The user's and the model's messages alone, without system prompt and tools."""
        counts = context.measured.counts
        spoken = (m.role in ("user", "assistant") for m in context.messages)
        return tuple(accumulate(counts[i] if said else 0 for i, said in enumerate(spoken, context.start)))

    def looks(self, context: Context) -> tuple[bool, ...]:
        """When a turn has ended: only then do its messages join the history."""
        return after_turns(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Round after round."""
        return steps(context)

    def request(self, session: Session, parameters: AiderParameters, plan: Plan) -> SummaryRequest:
        """What the user and the model said. Of several rounds it is one request for all that any of them reads."""
        return reading(session, plan, prompt("aider_first"), _line, between="")

    def wrapper(self, plan: Plan) -> Wrapper:
        """A user message with a first line in front; a short answer behind the list where the user spoke last."""
        answered = plan.steps[-1].variables.get("answered", True)
        return Wrapper(template=f"{PREFIX}{{summary}}", acknowledgement="" if answered else ANSWER)

    def additions(self, wrapper: Wrapper, plan: Plan, session: Session, trigger: str) -> tuple[Addition, ...]:
        """The answer stands at the end of the list."""
        if not wrapper.acknowledgement:
            return ()
        answer = Message(role="assistant", parts=(Text(text=wrapper.acknowledgement),))
        return (Addition(place="end", message=answer),)

    def snippet(self, parameters: AiderParameters, context_window: int | None) -> Snippet | None:
        """aider's settings file."""
        limit = parameters.max_chat_history_tokens
        text = "# as aider sets it itself" if limit is None else f"max-chat-history-tokens: {limit}"
        return Snippet(language="yaml", place=".aider.conf.yml", text=text)


def _line(index: int, message: Message) -> Line | None:
    """A heading with the role, then the text; tools and everything that is no text are left out."""
    if message.role not in ("user", "assistant"):
        return None
    said = "\n".join(part.text for part in message.parts if isinstance(part, Text))
    return Line(index=index, role=message.role, text=f"# {message.role.upper()}\n{said}" + "\n" * (said[-1:] != "\n"))


strategies.add(Aider())
