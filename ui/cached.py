"""All caching. Everything computed from a transcript is cached for its visitor only, keyed by digest, bounded."""

from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from compaction_core import counting, looks
from compaction_core.compaction import Compaction, assemble, summary_request
from compaction_core.counting.deciding import errors
from compaction_core.detectors import Checked, check_summary
from compaction_core.discovery import Found, found
from compaction_core.extraction.memo import Memo
from compaction_core.figures.counter_differences import counter_differences
from compaction_core.finding import preview
from compaction_core.findings import Finding
from compaction_core.museum import PREFIX, Visit, find_exhibit, mended, open_exhibit, visit
from compaction_core.passes import following
from compaction_core.progress import Report, silent
from compaction_core.recorded import Beside, Happened, put_beside
from compaction_core.redaction import Kind, Masking
from compaction_core.report.integrity import Fact, facts
from compaction_core.reported import Reported
from compaction_core.reported import reported as compared
from compaction_core.samples import open_sample
from compaction_core.session import Session
from compaction_core.strategies import Plan, context_of, strategies
from compaction_core.strategies.planner import plan_context
from compaction_core.structure.checkup import Found as FoundHere
from compaction_core.structure.checkup import examine
from compaction_core.structure.lint import Case
from compaction_core.summarizers import Summary, SummaryRequest, Wrapper, clipped, summarizers, turn_prefix
from compaction_core.summarizers.prompts import prompt, prompt_names
from compaction_core.threads import thread_session
from compaction_core.tokens import Measured, counters, measure
from compaction_core.watching import Growing, Watch, growing, watch
from compaction_core.whatif import list_after
from ui import progress

KEPT: dict[str, Any] = {"scope": "session", "ttl": "2h", "show_spinner": False}
"""Private transcripts: no visitor can reach what another one's file produced."""


@st.cache_resource(max_entries=16, show_spinner="Opening the sample")
def sample(name: str) -> Session:
    """A bundled sample or exhibit, shared by all visitors."""
    return open_exhibit(name) if name.startswith(PREFIX) else open_sample(name)


@st.cache_resource(max_entries=64, show_spinner="Running the exhibit")
def visited(name: str, mended_too: bool) -> Visit:
    """What an exhibit shows, as reported or mended; shared by all visitors."""
    exhibit = find_exhibit(name)
    return visit(exhibit, mended(exhibit) if mended_too else exhibit.setting)


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


def counted(session: Session, digest: str, counter: str) -> Measured:
    """``measured``, with a bar here where it takes long: Streamlit would draw one of a cached function ever again."""
    try:
        return _measured(digest, counter, None)
    except LookupError:
        with progress.bar() as report:
            return measured(session, digest, counter, report)


def measured(session: Session, digest: str, counter: str, report: Report = silent) -> Measured:
    """Token columns of a session by one counter."""
    try:
        return _measured(digest, counter, None)
    except LookupError:
        return _measured(digest, counter, measure(session, counter, report))


@st.cache_resource(max_entries=20, **KEPT)  # one session by every counter, so that all strategies can be compared
def _measured(digest: str, counter: str, _made: Measured | None) -> Measured:
    """What was counted; LookupError, which is not kept, where nothing was."""
    if _made is None:
        raise LookupError(digest)
    return _made


@st.cache_resource(max_entries=8, **KEPT)
def integrity(_session: Session, digest: str, report: int) -> tuple[Fact, ...]:
    """What was found in a transcript; ``report`` tells apart files of equal messages."""
    return facts(_session)


@st.cache_resource(max_entries=8, **KEPT)
def thread_tokens(_session: Session, digest: str, sizes: tuple[int, ...], counter: str) -> tuple[int, ...]:
    """Tokens of each sub-agent thread; ``sizes`` are their numbers of messages."""
    return tuple(measure(thread_session(_session, thread), counter).total for thread in _session.threads)


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


@st.cache_resource(max_entries=4, **{**KEPT, "show_spinner": "Masking"})
def masked(_session: Session, digest: str, masking: str) -> tuple[Session, dict[Kind, int]]:
    """The session masked, and how many values of each kind; ``masking`` is its JSON."""
    return Masking.model_validate_json(masking).applied(_session)


@st.cache_resource(max_entries=4, **KEPT)
def followed(_session: Session, _compaction: Compaction, key: str) -> Session:
    """The list after a compaction, as what its next pass plans over."""
    return following(_session, _compaction)


@st.cache_resource(max_entries=16, **{**KEPT, "show_spinner": "Checking"})
def examined(_case: Case, key: str, providers: tuple[str, ...]) -> tuple[FoundHere, ...]:
    """Everything that rules and lints find; ``key`` is all that the case was made of."""
    return examine(_case, providers)


@st.cache_resource(max_entries=4, **KEPT)
def listed_after(_session: Session, _compaction: Compaction, key: str) -> Session:
    """The list that a compaction leaves, for what is said next."""
    return list_after(_session, _compaction)


@st.cache_resource(max_entries=16, **{**KEPT, "show_spinner": "Checking the summary"})
def checked(
    _request: SummaryRequest, plan_key: str, counter: str, text: str, stop_reason: str | None
) -> tuple[Finding, ...]:
    """What the checks find in a summary as it is stored."""
    words = prompt(_request.prompt).words if _request.prompt in prompt_names() else None
    stored = Checked(text=text, request=_request, stop_reason=stop_reason, word_limit=words, counter=counter)
    return check_summary(stored)


@st.cache_resource(max_entries=16, **{**KEPT, "show_spinner": "Setting the record beside the strategy"})
def beside(
    _session: Session, digest: str, _record: Happened, nth: int, _plan: Plan, plan_key: str, _done: Compaction,
    _seen: Watch, _measured: Measured, counter: str,
) -> Beside:  # fmt: skip
    """A recorded event and the strategy at that moment."""
    return put_beside(_session, _record, _plan, _done, _seen, _measured)


@st.cache_resource(max_entries=8, **KEPT)
def _fixed_columns(_session: Session, digest: str) -> dict[str, Any]:
    """What a message shows in a table whatever the plan; never its whole text (a browser gets all of a table)."""
    return {
        "#": pd.Series(range(len(_session.messages))),
        "role": pd.Series([m.role for m in _session.messages]),
        "preview": pd.Series([preview(m) for m in _session.messages]),
    }


@st.cache_resource(max_entries=8, **KEPT)
def table(
    _session: Session, digest: str, _measured: Measured, counter: str, _plan: Plan, plan_key: str
) -> pd.DataFrame:
    """The messages as short columns."""
    fixed = _fixed_columns(_session, digest)
    fates = ["not in context"] * len(_session.messages)
    fates[_plan.start : _plan.end] = _plan.fates
    for number in _plan.retained:
        fates[number] = _plan.fate(number)
    columns = {"#": fixed["#"], "role": fixed["role"], "tokens": _measured.counts, "fate": fates}
    return pd.DataFrame({**columns, "preview": fixed["preview"]})


@st.cache_resource(max_entries=64, **KEPT)
def estimate_errors(
    _session: Session, digest: str, strategy: str, settings: str, estimator: str, counter: str,
    threshold: int | None, goal: float | None,
) -> tuple[counting.Band | None, counting.Band | None]:  # fmt: skip
    """How far the estimate that decides trigger and goal lies from the count on screen."""
    chosen = strategies.get(strategy)
    own, shown = measured(_session, digest, estimator), measured(_session, digest, counter)
    return errors(_session, chosen, chosen.parameters.model_validate_json(settings), own, shown, threshold, goal)


@st.cache_resource(max_entries=8, **KEPT)
def turn_growth(_session: Session, digest: str, counter: str) -> float | None:
    """Tokens that a turn adds, the middle one of all."""
    return looks.turn_growth(_session, measured(_session, digest, counter))


@st.cache_resource(max_entries=4, **KEPT)
def made_of(_session: Session, digest: str) -> counting.Makeup:
    """Characters by script, and runs of base64."""
    return counting.makeup(_session)


@st.cache_resource(max_entries=8, **KEPT)
def diverged(_session: Session, digest: str, names: tuple[str, ...], against: str) -> counting.Divergence:
    """A session by several counters."""
    return counting.compared(measured(_session, digest, against), [measured(_session, digest, name) for name in names])


@st.cache_resource(max_entries=4, **KEPT)
def differences_picture(
    _session: Session, digest: str, counter: str, against: str, selected: int | None, dark: bool
) -> go.Figure:
    """Two counters message by message, a picture of the whole session."""
    own, real = measured(_session, digest, counter), measured(_session, digest, against)
    return counter_differences(own, real, selected=selected, dark=dark)


@st.cache_resource(max_entries=8, **KEPT)
def kinds(
    _session: Session, digest: str, names: tuple[str, ...]
) -> tuple[tuple[counting.Share, ...], tuple[counting.Weighed, ...], tuple[counting.Weighed, ...]]:
    """What several counters make of each script, of base64 and of images."""
    made, by = made_of(_session, digest), [counters.get(name) for name in names]
    counts = [measured(_session, digest, name) for name in names]
    return (
        counting.shares(made, counts),
        counting.runs_weighed(_session, made, by),
        counting.images(_session, by, made.pictured),
    )


@st.cache_resource(max_entries=8, **KEPT)
def cache_read(_session: Session, digest: str, counter: str) -> counting.CachedTokens:
    """What providers reported of cached tokens, beside our count of each list."""
    return counting.cached_tokens(_session, measured(_session, digest, counter))


@st.cache_resource(max_entries=8, **KEPT)
def reported(_session: Session, digest: str, counter: str) -> Reported:
    """What the provider reported for each call, against our count."""
    return compared(_session, measured(_session, digest, counter))


PRIVATE = (
    listed, _measured, integrity, thread_tokens, grown, watched, planned, requested, read_before, summarized,
    compacted, masked, followed, listed_after, examined, checked,
    beside, _fixed_columns, table, estimate_errors, turn_growth, made_of, diverged, differences_picture, kinds,
    cache_read,
    reported,
)  # fmt: skip
"""Everything cached here that came from a transcript; a test holds that nothing is missing."""
