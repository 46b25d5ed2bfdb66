"""A plan carried out: its summary, the list it leaves, and what that list is asked for next."""

from compaction_core.compaction import Compaction, assemble, summary_request
from compaction_core.extraction.memo import Memo
from compaction_core.passes import following
from compaction_core.recorded import Beside, Happened, put_beside
from compaction_core.session import Session
from compaction_core.strategies import Plan
from compaction_core.summarizers import Summary, SummaryRequest, Wrapper, clipped, summarizers, turn_prefix
from compaction_core.tokens import Measured
from compaction_core.watching import Watch
from compaction_core.whatif import list_after
from ui.cached.keeping import private


@private(max_entries=16)
def requested(_session: Session, digest: str, _plan: Plan, plan_key: str) -> SummaryRequest:
    """The summarizer's exact input for a plan."""
    return summary_request(_session, _plan)


@private(max_entries=1, outlasts_growth=True)
def read_before() -> Memo:
    """What this visitor's messages were read as: another cut of the same session is summarized at once."""
    return Memo()


@private(max_entries=16, spinner="Summarizing")
def summarized(_request: SummaryRequest, plan_key: str, summarizer: str) -> Summary:
    """The summary of a request, not yet clipped."""
    return turn_prefix.summarized(summarizers.get(summarizer), _request, read_before())


def given(text: str, note: str) -> Summary:
    """A summary that someone typed or took from elsewhere; ``note`` says where it comes from."""
    return Summary(text=text, summarizer="given", basis="given", note=note)


@private(max_entries=8)
def compacted(
    _session: Session, _plan: Plan, plan_key: str, _display: Measured, counter: str, _summary: Summary, text: str,
    note: str, wrapper: str, overhead: int | None, trigger: str,
) -> Compaction:  # fmt: skip
    """The compaction carried out; ``wrapper`` is the wrapper's JSON."""
    request = requested(_session, _session.digest, _plan, plan_key)
    summary, wrapped = clipped(_summary, request.clip_chars), Wrapper.model_validate_json(wrapper)
    return assemble(_session, _plan, request, summary, wrapped, _display, overhead, trigger)


@private(max_entries=4)
def followed(_session: Session, _compaction: Compaction, key: str) -> Session:
    """The list after a compaction, as what its next pass plans over."""
    return following(_session, _compaction)


@private(max_entries=4)
def listed_after(_session: Session, _compaction: Compaction, key: str) -> Session:
    """The list that a compaction leaves, for what is said next."""
    return list_after(_session, _compaction)


@private(max_entries=16, spinner="Setting the record beside the strategy")
def beside(
    _session: Session, digest: str, _record: Happened, nth: int, _plan: Plan, plan_key: str, _done: Compaction,
    _seen: Watch, _measured: Measured, counter: str,
) -> Beside:  # fmt: skip
    """A recorded event and the strategy at that moment."""
    return put_beside(_session, _record, _plan, _done, _seen, _measured)
