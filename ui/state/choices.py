"""The choices that pages share: what each of them is at first, and its place in the link."""

from collections.abc import Callable

import streamlit as st

from compaction_core.strategies import strategies
from compaction_core.summarizers import summarizers
from compaction_core.tokens import counters
from ui import link
from ui.state import protected
from ui.state.keys import AS_RELEASED, EXHIBITED, GROWTHS, Key
from ui.state.sessions import BUNDLED_FIRST, LARGEST_WINDOW, bundled, is_digest, is_exhibit, start_over, window_default

UNKNOWN = "unknown"
"""A link's word for a window that is not known."""
NAMES = {
    Key.SESSION: "a session",
    Key.STRATEGY: "a strategy",
    Key.COUNTER: "a counter",
    Key.ESTIMATOR: "a counter",
    Key.SUMMARIZER: "a summarizer",
    Key.EXHIBIT: "a state of an exhibit",
    Key.GROWTH: "a view",
}
"""What a link names with each of these."""


def _named() -> dict[Key, tuple[str, Callable[[str], bool]]]:
    """Keys whose value is a name: its default, and whether a link's value is one."""
    return {
        Key.SESSION: (BUNDLED_FIRST, lambda name: name in bundled() or is_exhibit(name) or is_digest(name)),
        Key.STRATEGY: ("letta-code", lambda name: name in strategies.names()),
        Key.COUNTER: ("o200k_base", lambda name: name in counters.names()),
        Key.ESTIMATOR: (AS_RELEASED, lambda name: name in (AS_RELEASED, *counters.names())),
        Key.SUMMARIZER: ("offline", lambda name: name in summarizers.names()),
        Key.EXHIBIT: (EXHIBITED[0], lambda name: name in EXHIBITED),
        Key.GROWTH: (GROWTHS[0], lambda name: name in GROWTHS),
    }


_NUMBERS = {Key.AFTER: 0, Key.OVERHEAD: 0, Key.MESSAGE: 0, Key.STEP: 0}
"""Keys whose value is a number, or None: the smallest it can be."""


def reset() -> None:
    """Every shared choice but the session back to its default."""
    for key, (default, _) in _named().items():
        if key != Key.SESSION:
            st.session_state[key] = default
    start_over()


def sync_url() -> None:
    """First run: take the choices from the link. Later: write them back, since navigation drops them."""
    for key, (default, known) in _named().items():
        link.take(key, default, link.one_of(known), NAMES[key], _shown_instead(key, default))
        link.put(key, st.session_state[key], default)
    for key, low in _NUMBERS.items():
        link.take(key, None, link.number(low))
        link.put(key, st.session_state[key], None)
    link.take(Key.PINS, [], lambda text: [str(number) for number in protected.read(text.split(","))])
    link.put(Key.PINS, protected.numbers(), ())
    link.take(Key.WINDOW, window_default(st.session_state[Key.SESSION]), _window)
    window = st.session_state[Key.WINDOW]
    link.put(Key.WINDOW, UNKNOWN if window is None else window, None)


def at_most(key: Key, most: int) -> None:
    """Before a number's field is drawn: a number that the session does not have is none, in the link neither."""
    value = st.session_state.get(key)
    if value is not None and value > most:
        st.session_state[key] = None
        link.too_large(key, value, f"the last {'step' if key == Key.STEP else 'message'} here is {most}")


def _shown_instead(key: Key, default: str) -> str:
    """The default as a complaint about a link names it."""
    if key == Key.SESSION:
        return bundled()[default].title
    if key == Key.STRATEGY:
        return strategies.get(default).label
    if key == Key.EXHIBIT:
        return "it as reported (exhibit is reported or mended; on the museum page, exhibit_shown names the exhibit)"
    return "the strategy's own" if default == AS_RELEASED else default


def _window(text: str) -> int | None:
    return None if text == UNKNOWN else link.number(1, LARGEST_WINDOW)(text)
