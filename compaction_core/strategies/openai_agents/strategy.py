"""OpenAI's ways as strategies: the SDK's compaction session and trimmer, and the server's own compaction."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from compaction_core.session import Session
from compaction_core.strategies.base import Evidence, Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import after_turns, reported
from compaction_core.strategies.openai_agents import server_steps, session_steps, trimmer_steps
from compaction_core.strategies.openai_agents.items import items
from compaction_core.strategies.openai_agents.parameters import (
    CANDIDATES,
    ResponsesParameters,
    SessionParameters,
    TrimmerParameters,
)
from compaction_core.strategies.openai_agents.words import OPAQUE
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import labelled, reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_call, as_json, changed
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Fail, Ladder, Retry
from compaction_core.summarizers.prompts import prompt

RETRIES = 2
"""The client's default."""
RETRY = Retry(times=RETRIES, on=("timeout", "rate_limit", "server_error", "dropped"))


class _OpenAI(Released):
    """What all three share."""

    family = "OpenAI"
    version = "0.24.0"
    date = "2026-10-15"
    counter = "o200k_base"


class _Encrypted(_OpenAI):
    """A summary that only the server can read. Its prompt is not known: Codex's, in our words, stands in for it."""

    def request(self, session: Session, parameters: Any, plan: Plan) -> SummaryRequest:
        """What is sent to the server."""
        gone = plan.indexes("summarize")
        dropped = set(plan.indexes("drop"))
        every = (i for i in range(plan.start, plan.end) if not session.messages[i].is_prompt and i not in dropped)
        sent = tuple(every) if gone else ()
        return reading(session, plan, prompt("codex_first"), labelled, indexes=sent, between="\n\n")

    def wrapper(self, plan: Plan) -> Wrapper:
        """A stand-in for the opaque item."""
        return Wrapper(role="assistant", template=f"{OPAQUE}\n{{summary}}")


class OpenAIAgents(_Encrypted):
    """OpenAIResponsesCompactionSession."""

    name = "openai-agents"
    label = "OpenAI Agents SDK, compaction session"
    source = "openai-agents 0.24.0, memory/openai_responses_compaction_session.py"
    unit = "items"
    parameters: type[Parameters] = SessionParameters
    listing = session_steps.LISTING
    released_ladder = Ladder(rungs=(RETRY, Fail()))

    def mode(self, parameters: SessionParameters) -> str:
        """How the history is named, as asked for."""
        return parameters.compaction_mode

    def threshold(self, context_window: int | None, parameters: SessionParameters) -> int | None:
        """One below the candidates that are enough."""
        return parameters.compaction_threshold - 1

    def watched(self, context: Context) -> tuple[int, ...]:
        """Candidates so far."""
        here = [0] * (context.end - context.start)
        for item in items(context.session.messages, context.rows):
            here[item.row - context.start] += item.is_candidate
        return tuple(accumulate(here))

    def looks(self, context: Context) -> tuple[bool, ...]:
        """After a run."""
        return after_turns(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Count, resolve, check pairs, replace."""
        return session_steps.steps(context)

    def snippet(self, parameters: SessionParameters, context_window: int | None) -> Snippet | None:
        """The session's constructor; the store inside it is yours."""
        given = changed(parameters)
        found: dict[str, Any] = {name: given[name] for name in ("model", "compaction_mode") if name in given}
        if parameters.compaction_threshold != CANDIDATES:
            hook = f'lambda context: len(context["compaction_candidate_items"]) >= {parameters.compaction_threshold}'
            found["should_trigger_compaction"] = f"raw:{hook}"
        name = "OpenAIResponsesCompactionSession"
        needed: dict[str, Any] = {"session_id": "raw:session_id", "underlying_session": "raw:underlying_session"}
        return as_call("Runner.run(…, session=…)", name, {**needed, **found}, f"from agents.memory import {name}")


class OpenAIAgentsTrimmer(_OpenAI):
    """ToolOutputTrimmer; no model is asked."""

    name = "openai-agents-trimmer"
    label = "OpenAI Agents SDK, tool output trimmer"
    source = "openai-agents 0.24.0, extensions/tool_output_trimmer.py"
    unit = "long tool outputs"
    parameters: type[Parameters] = TrimmerParameters
    listing = trimmer_steps.LISTING

    def mode(self, parameters: TrimmerParameters) -> str:
        """There is one mode."""
        return trimmer_steps.MODE

    def threshold(self, context_window: int | None, parameters: TrimmerParameters) -> int | None:
        """It runs before every call; with one output to cut it changes the request."""
        return 0

    def watched(self, context: Context) -> tuple[int, ...]:
        """Outputs that it would cut."""
        return trimmer_steps.watched(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Find the boundary, look at each output before it."""
        return trimmer_steps.steps(context)

    def snippet(self, parameters: TrimmerParameters, context_window: int | None) -> Snippet | None:
        """The filter of a run's configuration."""
        found = changed(parameters)
        if parameters.tools is not None:
            found["trimmable_tools"] = sorted(parameters.tools)
        name = "ToolOutputTrimmer"
        return as_call("RunConfig(call_model_input_filter=…)", name, found, f"from agents.extensions import {name}")


class OpenAIResponses(_Encrypted):
    """``context_management`` of /responses: the server compacts by itself."""

    name = "openai-responses"
    label = "OpenAI Responses, server-side"
    source = "OpenAI's documentation of context_management; openai-agents 0.24.0, sandbox/capabilities/compaction.py"
    evidence: Evidence = "documentation"
    parameters: type[Parameters] = ResponsesParameters
    listing = server_steps.LISTING
    released_ladder = Ladder(rungs=(Fail(),))

    def mode(self, parameters: ResponsesParameters) -> str:
        """The server compacts."""
        return server_steps.MODE

    def threshold(self, context_window: int | None, parameters: ResponsesParameters) -> int | None:
        """As given, or as the sandbox capability sets it."""
        return server_steps.threshold(context_window, parameters)

    def watched(self, context: Context) -> tuple[int, ...]:
        """The last reported total plus an estimate of what came later."""
        return reported(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Compare, drop, replace."""
        return server_steps.steps(context)

    def snippet(self, parameters: ResponsesParameters, context_window: int | None) -> Snippet | None:
        """Fields of the request."""
        line = server_steps.threshold(context_window, parameters)
        asked = [{"type": "compaction", "compact_threshold": line}]
        return as_json("POST /v1/responses", {"context_management": asked})


strategies.add(OpenAIAgents())
strategies.add(OpenAIAgentsTrimmer())
strategies.add(OpenAIResponses())
