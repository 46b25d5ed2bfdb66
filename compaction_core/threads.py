"""A sub-agent's messages as a session of their own, to look at and compact like any other."""

from compaction_core.errors import BadInput
from compaction_core.importers.shared.values import first_prompt
from compaction_core.session import Integrity, Session, Thread


def thread_session(session: Session, thread: Thread | str) -> Session:
    """One thread of the session, by itself or its id, with what the file says of both; raises BadInput for none.

    The system prompt and tools of a sub-agent stand in no transcript, so it has none.
    """
    found = _named(session, thread) if isinstance(thread, str) else thread
    models = (message.model for message in reversed(found.messages) if message.model)
    return Session(
        format=session.format,
        title=first_prompt(found.messages) or found.id,
        version=session.version,
        model=next(models, None) or session.model,
        messages=found.messages,
        integrity=Integrity(detected_by=f"it is the sub-agent thread {found.id[:80]} of another session"),
    )


def _named(session: Session, name: str) -> Thread:
    for thread in session.threads:
        if thread.id == name:
            return thread
    known = ", ".join(thread.id for thread in session.threads[:10])[:300]
    raise BadInput(
        f"There is no sub-agent thread {name[:80]!r}; choose one of: {known}."
        if known
        else "This session holds no sub-agent threads."
    )
