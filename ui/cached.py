"""All caching. Everything computed from a transcript is cached for its visitor only, keyed by digest, bounded."""

from typing import Any

import pandas as pd
import streamlit as st

from compaction_core.compaction import Compaction, assemble, summary_request
from compaction_core.detectors import Checked, check_summary
from compaction_core.discovery import Found, found
from compaction_core.extraction.memo import Memo
from compaction_core.finding import preview
from compaction_core.findings import Finding
from compaction_core.passes import following
from compaction_core.samples import open_sample
from compaction_core.session import Session
from compaction_core.strategies import Plan, context_of, strategies
from compaction_core.strategies.planner import plan_context
from compaction_core.summarizers import Summary, SummaryRequest, Wrapper, clipped, summarizers, turn_prefix
from compaction_core.summarizers.prompts import prompt, prompt_names
from compaction_core.tokens import Measured, measure
from compaction_core.watching import Growing, Watch, growing, watch

KEPT: dict[str, Any] = {"scope": "session", "ttl": "2h", "show_spinner": False}
"""Private transcripts: no visitor can reach what another one's file produced."""


@st.cache_resource(max_entries=16, show_spinner="Opening the sample")
def sample(name: str) -> Session:
    """A bundled sample, shared by all visitors."""
    return open_sample(name)


def forget() -> None:
    """Empty every cache of this visitor."""
    for function in PRIVATE:
        function.clear()


def outgrow() -> None:
    """A followed transcript has grown: drop what came from it as it was. What its messages were read as stays."""
    for function in PRIVATE:
        if function not in (listed, read_before):
            function.clear()


@st.cache_resource(max_entries=1, **{**KEPT, "show_spinner": "Looking for transcripts"})
def listed() -> tuple[Found, ...]:
    """The transcripts on this computer, as they are when the dialog opens; asked for only while the app is local."""
    return found()


@st.cache_resource(max_entries=20, **KEPT)  # one session by every counter, so that all strategies can be compared
def measured(_session: Session, digest: str, counter: str) -> Measured:
    """Token columns of a session by one counter."""
    return measure(_session, counter)


@st.cache_resource(max_entries=64, **KEPT)
def grown(_session: Session, digest: str, strategy: str, settings: str, overhead: int | None, counter: str) -> Growing:
    """The context as the strategy counts it, in any window; ``settings`` is the parameters' JSON."""
    chosen = strategies.get(strategy)
    own = measured(_session, digest, counter)
    return growing(_session, chosen, own, chosen.parameters.model_validate_json(settings), overhead)


@st.cache_resource(max_entries=64, **KEPT)
def watched(
    _session: Session, digest: str, strategy: str, window: int | None, settings: str, overhead: int | None, counter: str
) -> Watch:
    """The session against the strategy's trigger; ``settings`` is the parameters' JSON."""
    chosen = strategies.get(strategy)
    own = measured(_session, digest, counter)
    seen = grown(_session, digest, strategy, settings, overhead, counter)
    return watch(_session, chosen, own, window, chosen.parameters.model_validate_json(settings), overhead, seen)


@st.cache_resource(max_entries=64, **KEPT)
def planned(
    _session: Session, digest: str, strategy: str, window: int | None, settings: str, at: int, counter: str,
    protect: tuple[int, ...] = (), overhead: int | None = None,
) -> Plan:  # fmt: skip
    """The plan of the first ``at`` messages."""
    chosen = strategies.get(strategy)
    own = measured(_session, digest, counter)
    parameters = chosen.parameters.model_validate_json(settings)
    return plan_context(chosen, context_of(_session, own, window, parameters, at, overhead), protect)


@st.cache_resource(max_entries=16, **KEPT)
def requested(_session: Session, digest: str, _plan: Plan, plan_key: str) -> SummaryRequest:
    """The summarizer's exact input for a plan."""
    return summary_request(_session, _plan)


@st.cache_resource(max_entries=1, **KEPT)
def read_before() -> Memo:
    """What this visitor's messages were read as: another cut of the same session is summarized at once."""
    return Memo()


@st.cache_resource(max_entries=16, **{**KEPT, "show_spinner": "Summarizing"})
def summarized(_request: SummaryRequest, plan_key: str, summarizer: str) -> Summary:
    """The summary of a request, not yet clipped."""
    return turn_prefix.summarized(summarizers.get(summarizer), _request, read_before())


def given(text: str, note: str) -> Summary:
    """A summary that someone typed or took from elsewhere; ``note`` says where it comes from."""
    return Summary(text=text, summarizer="given", basis="given", note=note)


@st.cache_resource(max_entries=8, **KEPT)
def compacted(
    _session: Session, _plan: Plan, plan_key: str, _display: Measured, counter: str, _summary: Summary, text: str,
    note: str, wrapper: str, overhead: int | None, trigger: str,
) -> Compaction:  # fmt: skip
    """The compaction carried out; ``wrapper`` is the wrapper's JSON."""
    request = requested(_session, _session.digest, _plan, plan_key)
    summary, wrapped = clipped(_summary, request.clip_chars), Wrapper.model_validate_json(wrapper)
    return assemble(_session, _plan, request, summary, wrapped, _display, overhead, trigger)


@st.cache_resource(max_entries=4, **KEPT)
def followed(_session: Session, _compaction: Compaction, key: str) -> Session:
    """The list after a compaction, as what its next pass plans over."""
    return following(_session, _compaction)


@st.cache_resource(max_entries=16, **{**KEPT, "show_spinner": "Checking the summary"})
def checked(
    _request: SummaryRequest, plan_key: str, counter: str, text: str, stop_reason: str | None
) -> tuple[Finding, ...]:
    """What the checks find in a summary as it is stored."""
    words = prompt(_request.prompt).words if _request.prompt in prompt_names() else None
    stored = Checked(text=text, request=_request, stop_reason=stop_reason, word_limit=words, counter=counter)
    return check_summary(stored)


@st.cache_resource(max_entries=8, **KEPT)
def _fixed_columns(_session: Session, digest: str) -> dict[str, list[Any]]:
    """What a message shows in a table whatever the plan; never its whole text (a browser gets all of a table)."""
    return {
        "#": list(range(len(_session.messages))),
        "role": [m.role for m in _session.messages],
        "preview": [preview(m) for m in _session.messages],
    }


@st.cache_resource(max_entries=8, **KEPT)
def table(
    _session: Session, digest: str, _measured: Measured, counter: str, _plan: Plan, plan_key: str
) -> pd.DataFrame:
    """The messages as short columns."""
    fixed = _fixed_columns(_session, digest)
    fates = ["not in context"] * len(_session.messages)
    fates[_plan.start : _plan.end] = _plan.fates
    columns = {"#": fixed["#"], "role": fixed["role"], "tokens": _measured.counts, "fate": fates}
    return pd.DataFrame({**columns, "preview": fixed["preview"]})


PRIVATE = (
    listed, measured, grown, watched, planned, requested, read_before, summarized, compacted, followed, checked,
    _fixed_columns, table,
)  # fmt: skip
"""Everything cached here that came from a transcript; a test holds that nothing is missing."""
