"""Parts that pages share."""

from collections.abc import Sequence

import plotly.graph_objects as go
import streamlit as st

from compaction_core.compaction import Ledger
from compaction_core.errors import CompactionError
from compaction_core.report.words import UNCOUNTED, counted_by
from compaction_core.words import count
from ui import masking
from ui.scene import Scene, select_message
from ui.state.sessions import LARGEST_WINDOW, set_window
from ui.words import escape

CHART = {"displaylogo": False, "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"], "scrollZoom": False}


def error_box(error: CompactionError) -> None:
    """What is wrong and what to do; the message already says both."""
    st.error(escape(masking.shown(str(error))), icon=":material/error:")


def complaints(found: Sequence[str]) -> None:
    """What a link asked for and did not get."""
    if found:
        st.warning("  \n".join(map(escape, masking.shown(list(found)))), icon=":material/link_off:")


def missing_file() -> None:
    """A link to a transcript that only its sender has."""
    st.subheader("This view is of a transcript that is not loaded here.")
    st.info(
        "A transcript of your own is kept in this visit's memory only: a reload or another browser forgets it. Load "
        "the same file again, with “Load your own” in the sidebar, and this address shows the same view; or choose a "
        "bundled session there.",
        icon=":material/arrow_back:",
    )


def quiet_window(scene: Scene) -> None:
    """A session that never reaches the line: offer the largest window at which it would."""
    window = scene.watch.largest_firing_window
    if scene.watch.fired is None and window is not None:
        window = min(window, LARGEST_WINDOW)  # the widget takes no more; a smaller one fires too
        st.button(
            f"Use a window of {window:,} tokens", on_click=_use_window, args=(window,), icon=":material/straighten:"
        )


def _use_window(window: int) -> None:
    set_window(window)


def chart(figure: go.Figure, key: str, alt: str, select: bool = True) -> None:
    """Draw a figure; a click on a message selects it everywhere."""
    st.plotly_chart(
        figure,
        key=key,
        config=CHART,
        alt=alt,
        on_select=(lambda: _clicked(key)) if select else "ignore",
        selection_mode="points",
    )


def _clicked(key: str) -> None:
    points = st.session_state[key]["selection"]["points"]
    numbers = [point["customdata"] for point in points if point.get("customdata") is not None]
    if numbers:
        select_message(int(numbers[0] if not isinstance(numbers[0], list) else numbers[0][0]))


def lost_lines(scene: Scene) -> None:
    """What could not be read, where nobody can miss it."""
    lost = scene.session.integrity.unreadable
    if lost:
        lines = ", ".join(map(str, lost[:10])) + (", …" if len(lost) > 10 else "")
        st.warning(f"{count(len(lost), 'line')} of the file could not be read (counted from 0): {lines}. Why: below.")


def ledger(book: Ledger) -> None:
    """Where the tokens are, before and after."""
    row = st.container(horizontal=True, gap="medium")  # each as wide as its number
    how = counted_by(book.counter, book.basis)
    row.metric(
        "Context before", f"{book.context_before:,}", width="content",
        help=f"System prompt, tools and conversation. Tokens, {how}.",
    )  # fmt: skip
    row.metric(
        "Context after", f"{book.context_after:,}", f"{book.context_after - book.context_before:,}",
        width="content", delta_color="inverse",
        help=f"System prompt, tools, wrapped summary and kept messages. Tokens, {how}.",
    )  # fmt: skip
    overhead = f"{book.overhead:,}" if book.whole else "not in the file"
    row.metric("Overhead", overhead, width="content", help=f"System prompt and tools; no compaction removes it. {how}")
    row.metric("Summary", f"{book.summary:,}", width="content", help=f"With its wrapper. Tokens, {how}.")
    free = "unknown window" if book.free is None else f"{book.free:,}"
    name = "Free" if book.whole else "Free at most"
    row.metric(name, free, width="content", help="Window minus the context after.")
    if not book.whole:
        st.caption(UNCOUNTED)
    if book.tools:
        basis = "as given" if book.tools_basis == "given" else how
        st.caption(
            f"Tools, and what else is given as overhead, add {count(book.tools, 'token')} ({basis}) to both; "
            "the lists below are without them."
        )
