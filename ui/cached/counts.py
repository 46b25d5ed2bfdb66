"""Tokens of the messages, by the counter asked for."""

from compaction_core.progress import Report, silent
from compaction_core.reported import Reported
from compaction_core.reported import reported as compared
from compaction_core.session import Session
from compaction_core.threads import thread_session
from compaction_core.tokens import Measured, measure
from ui import progress
from ui.cached.keeping import private


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


@private(max_entries=20)  # one session by every counter, so that all strategies can be compared
def _measured(digest: str, counter: str, _made: Measured | None) -> Measured:
    """What was counted; LookupError, which is not kept, where nothing was."""
    if _made is None:
        raise LookupError(digest)
    return _made


@private(max_entries=8)
def thread_tokens(_session: Session, digest: str, sizes: tuple[int, ...], counter: str) -> tuple[int, ...]:
    """Tokens of each sub-agent thread; ``sizes`` are their numbers of messages."""
    return tuple(measure(thread_session(_session, thread), counter).total for thread in _session.threads)


@private(max_entries=8)
def reported(_session: Session, digest: str, counter: str) -> Reported:
    """What the provider reported for each call, against our count."""
    return compared(_session, measured(_session, digest, counter))
