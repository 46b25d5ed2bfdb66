"""Codex's two ways as strategies."""

from collections.abc import Iterator
from typing import Any

from compaction_core.session import Message, Session
from compaction_core.strategies.base import Evidence, Parameters, strategies
from compaction_core.strategies.codex import local, remote, transcript, trigger
from compaction_core.strategies.codex.keeping import PREFIX
from compaction_core.strategies.codex.parameters import CodexParameters, CodexRemoteParameters, Triggering
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import overhead, reported
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_toml, changed
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Summary, SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Fail, Ladder, Retry, Smaller
from compaction_core.summarizers.prompts import prompt

NO_SUMMARY = "(the model wrote no summary)"
STREAM_RETRIES = 5
"""Codex's default for a provider's stream_max_retries."""
OPAQUE = "[In place of the server's compaction item, which is encrypted:]"


class _Codex(Released):
    """What both ways share: when they act, and what is read."""

    family = "Codex"
    date = "2026"
    counter = "codex"

    def threshold(self, context_window: int | None, parameters: Triggering) -> int | None:
        """At or above the limit: the line is one below it."""
        limit = trigger.limit(context_window, parameters.model_auto_compact_token_limit)
        return None if limit is None else limit - 1

    def watched(self, context: Context) -> tuple[int, ...]:
        """The last reported total plus an estimate of what came later; without the prefix where the scope says so."""
        prefix = _prefix(context)
        return tuple(max(0, seen - prefix) for seen in reported(context))

    def fires(self, context: Context, watched: tuple[int, ...], looked: tuple[bool, ...]) -> tuple[bool, ...]:
        """At or above the limit, or at or above 95% of the window, where it is looked at."""
        prefix, window = _prefix(context), context.context_window
        limit = trigger.limit(window, context.parameters.model_auto_compact_token_limit)
        active = tuple(seen + prefix for seen in watched)
        return trigger.fires(active, prefix, looked, limit, trigger.effective_window(window))

    def snippet(self, parameters: Triggering, context_window: int | None) -> Snippet | None:
        """Lines of config.toml."""
        values = {"model_context_window": context_window, **changed(parameters)}
        return as_toml("~/.codex/config.toml", {name: value for name, value in values.items() if value is not None})

    def rungs(self, request: SummaryRequest, parameters: CodexParameters) -> Iterator[SummaryRequest]:
        """Without the oldest message, one after another."""
        return transcript.rungs(request)

    def _request(self, session: Session, plan: Plan, own: str | None, sent: tuple[int, ...]) -> SummaryRequest:
        asked = prompt("codex_first")
        found = reading(session, plan, asked, transcript.line, indexes=sent, between=transcript.BETWEEN)
        return found if own is None else found.model_copy(update={"prompt": "own", "instructions": own})


class Codex(_Codex):
    """The compaction that Codex does itself, with any provider."""

    name = "codex"
    label = "Codex, local"
    version = "0100b103"
    source = "openai/codex compact.rs 0100b103, truncate.rs b24d7f3c"
    parameters: type[Parameters] = CodexParameters
    listing = local.LISTING
    released_ladder = Ladder(
        rungs=(
            Retry(times=STREAM_RETRIES, on=("timeout", "rate_limit", "server_error", "dropped")),
            Smaller(),
            Fail(),
        ),
        accept_blank=True,
    )

    def steps(self, context: Context) -> Iterator[Step]:
        """The walk through the user messages."""
        return local.steps(context)

    def request(self, session: Session, parameters: CodexParameters, plan: Plan) -> SummaryRequest:
        """The whole history, also what stays, then the prompt."""
        every = tuple(i for i in range(plan.start, plan.end) if not session.messages[i].is_prompt)
        return self._request(session, plan, parameters.compact_prompt, every if plan.indexes("summarize") else ())

    def wrapper(self, plan: Plan) -> Wrapper:
        """A user message behind everything, with a sentence in front."""
        return Wrapper(template=f"{PREFIX}\n{{summary}}")

    def message(self, wrapper: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
        """The template; a blank summary is named as such."""
        told = summary if summary.text else summary.model_copy(update={"text": NO_SUMMARY})
        return super().message(wrapper, told, plan, session, trigger)


class CodexRemote(_Codex):
    """The compaction that OpenAI's server does for Codex: the shape of the list, not the item's content."""

    name = "codex-remote"
    label = "Codex, remote"
    version = "2026"
    source = "openai/codex compact_remote.rs (2026); answer of /responses/compact as documented"
    evidence: Evidence = "specification"
    parameters: type[Parameters] = CodexRemoteParameters
    listing = remote.LISTING
    released_ladder = Ladder(rungs=(Smaller(), Fail()))

    def mode(self, parameters: Any) -> str:
        """The server compacts."""
        return "remote"

    def steps(self, context: Context) -> Iterator[Step]:
        """Trim, send, filter."""
        return remote.steps(context)

    def request(self, session: Session, parameters: CodexRemoteParameters, plan: Plan) -> SummaryRequest:
        """What is sent to the server. Its instructions are not known: ours stand in for them."""
        dropped = set(plan.indexes("drop"))
        sent = (i for i in range(plan.start, plan.end) if i not in dropped and not session.messages[i].is_prompt)
        return self._request(session, plan, None, tuple(sent) if plan.indexes("summarize") else ())

    def wrapper(self, plan: Plan) -> Wrapper:
        """A stand-in for the opaque item, behind everything."""
        return Wrapper(role="assistant", template=f"{OPAQUE}\n{{summary}}")


def _prefix(context: Context) -> int:
    """Tokens that the limit does not count."""
    scope = context.parameters.model_auto_compact_token_limit_scope
    return overhead(context) if scope == "body_after_prefix" else 0


strategies.add(Codex())
strategies.add(CodexRemote())
