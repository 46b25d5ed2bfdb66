"""A Cursor chat by what the model sees of it, for a file that does not hold its bubbles."""

from collections.abc import Iterable

from compaction_core.importers.cursor_ide.bubbles import model_of
from compaction_core.importers.cursor_ide.store import Stored, blobs
from compaction_core.importers.shared.cursor_state import state_of
from compaction_core.importers.shared.files.sqlite_store import Database
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text, optional_whole
from compaction_core.session import Integrity, Session, Thread


def session_by_state(file: Database, chat: Stored, threads: Iterable[Thread] = ()) -> Session:
    """The session that the chat's blobs hold: no times and no token counts, but the system prompt and summaries."""
    state = state_of(chat.root, lambda names: blobs(file, names))
    return Session(
        format="cursor_ide",
        title=one_line(optional_text(chat.info.get("name")) or "") or first_prompt(state.messages),
        model=model_of(chat.info.get("modelConfig")),
        context_window=state.window or optional_whole(chat.info.get("contextTokenLimit")) or None,
        messages=tuple(state.messages),
        compactions=tuple(state.compactions),
        threads=(*state.threads, *threads),
        integrity=Integrity(warnings=tuple(state.warnings())),
    )
