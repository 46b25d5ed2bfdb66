"""OpenHands' condenser as one strategy: trigger, steps, request, placement and settings together."""

from collections.abc import Iterator
from typing import Any

from compaction_core.session import Session
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.openhands import listing, reading, state, steps
from compaction_core.strategies.openhands.parameters import OpenHandsParameters
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_call, changed
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.ladder import Keep, Ladder, Retry

REQUESTS = 5
"""Requests the model's client makes by default, with growing pauses."""


class OpenHands(Released):
    """``LLMSummarizingCondenser``: the first events and the newest stay, one summary stands between them."""

    name = "openhands"
    label = "OpenHands, condenser"
    family = "OpenHands"
    version = "1.58.2"
    date = "2026"
    source = "openhands-sdk 1.58.2, context/condenser/llm_summarizing_condenser.py, context/view/"
    counter = "openhands"
    unit = "events"
    parameters: type[Parameters] = OpenHandsParameters
    listing = listing.LISTING
    released_ladder = Ladder(
        rungs=(Retry(times=REQUESTS - 1, on=("timeout", "rate_limit", "server_error", "dropped")), Keep()),
        accept_blank=True,
    )

    def mode(self, parameters: Any) -> str:
        """The planned way; a hard reset is what it falls back to."""
        return listing.MODE

    def threshold(self, context_window: int | None, parameters: OpenHandsParameters) -> int | None:
        """Events that must be exceeded. Tokens are looked at too, see ``fires``."""
        return parameters.max_size

    def watched(self, context: Context) -> tuple[int, ...]:
        """Events in the view, the system prompt among them."""
        return state.growing(context)[0]

    def fires(self, context: Context, watched: tuple[int, ...], looked: tuple[bool, ...]) -> tuple[bool, ...]:
        """Above the events, or above the tokens of the condenser or of the model's window."""
        settings = state.settings_of(context.parameters, context.context_window)
        tokens, limit = state.growing(context)[1], settings.max_tokens
        return tuple(
            look and (seen > settings.max_size or (limit is not None and size > limit))
            for seen, size, look in zip(watched, tokens, looked, strict=True)
        )

    def steps(self, context: Context) -> Iterator[Step]:
        """View, reasons, range, fates."""
        return steps.steps(context)

    def request(self, session: Session, parameters: OpenHandsParameters, plan: Plan) -> SummaryRequest:
        """Previews of the forgotten events; an earlier summary is one of them, and cut like any other."""
        return reading.request(session, parameters, plan)

    def snippet(self, parameters: OpenHandsParameters, context_window: int | None) -> Snippet | None:
        """The condenser's constructor."""
        given = {name: value for name, value in changed(parameters).items() if name != "condensation_request"}
        imports = "from openhands.sdk.context.condenser import LLMSummarizingCondenser"
        return as_call("the agent's condenser", "LLMSummarizingCondenser", {"llm": "raw:llm", **given}, imports)


strategies.add(OpenHands())
