"""The tool runner's client-side compaction as one strategy."""

from collections.abc import Iterator

from compaction_core.session import Message, Session
from compaction_core.strategies.anthropic_sdk.parameters import AnthropicSdkParameters
from compaction_core.strategies.anthropic_sdk.runner import bare
from compaction_core.strategies.anthropic_sdk.steps import LISTING, steps
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import after_answers, reported
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import labelled, reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_call, changed
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Line, SummaryRequest
from compaction_core.summarizers.ladder import Fail, Ladder, Retry
from compaction_core.summarizers.prompts import prompt

RETRIES = 2
"""The client's default."""


class AnthropicSdk(Released):
    """``tool_runner(compaction_control=…)`` of anthropic 0.125.0, where it is deprecated; 1.17.0 has it no more."""

    name = "anthropic-sdk"
    label = "Anthropic SDK, tool runner"
    family = "Anthropic"
    version = "0.125.0"
    date = "2026-08-19"
    source = "anthropic 0.125.0 (Python), lib/tools/_beta_runner.py"
    counter = "o200k_base"
    parameters: type[Parameters] = AnthropicSdkParameters
    listing = LISTING
    released_ladder = Ladder(
        rungs=(Retry(times=RETRIES, on=("timeout", "rate_limit", "server_error", "dropped")), Fail())
    )

    def threshold(self, context_window: int | None, parameters: AnthropicSdkParameters) -> int | None:
        """One below the threshold, at which it compacts too; the window does not matter."""
        return parameters.context_token_threshold - 1 if parameters.enabled else None

    def watched(self, context: Context) -> tuple[int, ...]:
        """What the last reply reported."""
        return reported(context)

    def looks(self, context: Context) -> tuple[bool, ...]:
        """After every reply, also the one that ends the task; a refusal ends the run before."""
        answers = zip(after_answers(context), context.messages, strict=True)
        return tuple(look and message.stop_reason != "refusal" for look, message in answers)

    def steps(self, context: Context) -> Iterator[Step]:
        """Leave the reply out, strip, ask, replace."""
        return steps(context)

    def request(self, session: Session, parameters: AnthropicSdkParameters, plan: Plan) -> SummaryRequest:
        """The messages as they are, and the prompt behind them as a user's message."""
        stripped = plan.steps[-1].variables.get("without_calls")

        def render(index: int, message: Message) -> Line | None:
            return labelled(index, bare(message) if index == stripped else message)

        found = reading(session, plan, prompt("anthropic_sdk_first"), render, between="\n\n")
        own = parameters.summary_prompt
        return found if own is None else found.model_copy(update={"prompt": "own", "instructions": own})

    def snippet(self, parameters: AnthropicSdkParameters, context_window: int | None) -> Snippet | None:
        """The runner's call; what it needs besides are names to fill in."""
        given = {name: value for name, value in changed(parameters).items() if name != "reply_is_last"}
        names = {name: f"raw:{name}" for name in ("model", "max_tokens", "tools", "messages")}
        control = {"enabled": parameters.enabled, **given}
        return as_call("your program", "client.beta.messages.tool_runner", {**names, "compaction_control": control})


strategies.add(AnthropicSdk())
