"""Every piece of the app's state, typed and in one place. The URL holds names and numbers only, never objects."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

import streamlit as st

from compaction_core.models import window_of
from compaction_core.museum import exhibits, find_exhibit, open_exhibit
from compaction_core.samples import Sample, samples
from compaction_core.session import Session
from compaction_core.strategies import strategies
from compaction_core.summarizers import summarizers
from compaction_core.tokens import counters
from ui import link
from ui.local_files import Origin
from ui.player.moves import last_move


class Key(StrEnum):
    """Widget keys of the choices that pages share; all but the free texts are also the URL's query parameters."""

    SESSION = "session"
    """A bundled sample's name, or the digest of a transcript that the visitor loaded."""
    STRATEGY = "strategy"
    WINDOW = "window"
    COUNTER = "counter"
    AFTER = "after"
    """The last message in the list when compacting; empty: when the trigger first fires."""
    OVERHEAD = "overhead"
    MESSAGE = "message"
    STEP = "step"
    SUMMARIZER = "summarizer"
    ESTIMATOR = "estimator"
    """The counter the strategy decides by; AS_RELEASED for its own."""
    GROWTH = "growth"
    QUERY = "find"
    ROLES = "roles"
    FATES = "fates"
    PINS = "pin"
    """Messages protected by hand, as text."""
    EXHIBIT = "exhibit"
    """Whether the museum's exhibit that is the session stands as reported, or mended."""


PLAYER = "player"
"""The key of the step player."""
AS_RELEASED = "released"
GROWTHS = ("context", "per message")
"""What the timeline of the session page shows."""
BUNDLED_FIRST = "long_coding"
"""The sample the app opens with: first paint tells a story."""
MOST_OWN, MOST_BYTES, KEPT_SECONDS = 5, 400_000_000, 2 * 60 * 60
"""Transcripts kept per visitor, their files' bytes in all, and how long after they were last shown."""


MOST_PINS = 200
UNKNOWN = "unknown"
"""A link's word for a window that is not known."""
LARGEST_WINDOW = 100_000_000
"""Tokens of the largest window that can be typed in."""


def setting(name: str) -> str:
    """The key of a strategy's parameter."""
    return f"set_{name}"


EXHIBITED = ("reported", "mended")


def bundled() -> dict[str, Sample]:
    """The bundled samples by name."""
    return {sample.name: sample for sample in samples()}


def is_exhibit(name: str) -> bool:
    """Whether a session's name is that of an exhibit of the museum."""
    return any(exhibit.session_name == name for exhibit in exhibits())


@dataclass(frozen=True)
class Choice:
    """Which transcript it is of the file that the visitor gave, as ``load`` takes it."""

    file: str = ""
    """The file's own name; empty where nothing was to be chosen."""
    member: str | None = None
    conversation: int = 0


WHOLE = Choice()
"""Of a file that is one transcript."""


@dataclass(frozen=True)
class Kept:
    """One transcript of a visitor."""

    session: Session
    name: str
    size: int
    """Bytes of the file."""
    used: float
    """When it was last shown, on the monotonic clock."""
    origin: Origin | None = None
    """The file of this computer that it was read from, if it was."""
    choice: Choice = WHOLE


def own() -> dict[str, Kept]:
    """This visitor's transcripts by digest, oldest first: in this browser session's memory and nowhere else.

    Those not shown for KEPT_SECONDS are dropped, and the oldest beyond MOST_OWN or MOST_BYTES.
    """
    mine: dict[str, Kept] = st.session_state.setdefault("own", {})
    shown, now = st.session_state.get(Key.SESSION), time.monotonic()
    if shown in mine:
        mine[shown] = replace(mine[shown], used=now)
    for digest in [digest for digest, kept in mine.items() if now - kept.used > KEPT_SECONDS]:
        del mine[digest]
    while len(mine) > 1 and (len(mine) > MOST_OWN or sum(kept.size for kept in mine.values()) > MOST_BYTES):
        del mine[next(iter(mine))]
    return mine


def keep(session: Session, name: str, size: int, origin: Origin | None = None, choice: Choice = WHOLE) -> None:
    """Take in a loaded transcript of ``size`` bytes."""
    mine = own()
    mine.pop(session.digest, None)
    mine[session.digest] = Kept(session, name, size, time.monotonic(), origin, choice)


def forget(digest: str) -> None:
    """Drop one transcript and show the first sample again."""
    own().pop(digest, None)
    for key in ("scene", "edits", "paste", "upload", "upload_read", "members", "conversations", "following"):
        st.session_state.pop(key, None)
    for key in [str(key) for key in st.session_state if str(key).startswith("lab_") and key != "lab_keys"]:
        del st.session_state[key]  # with the bench of the summary lab its runs stop
    choose(BUNDLED_FIRST)


def choose(name: str) -> None:
    """Show another session, with its own window and moment; the file a link asked for keeps the link's view."""
    other = st.session_state.get(Key.SESSION) != name
    st.session_state[Key.SESSION] = name  # also where it is the same: its label may have changed
    if other:
        start_over()


def start_over() -> None:
    """Defaults for the session that is chosen now: its window, the trigger's moment, nothing selected or edited."""
    for key in (Key.AFTER, Key.MESSAGE, Key.OVERHEAD, Key.STEP):
        st.session_state[key] = None
    st.session_state[Key.PINS] = []
    set_window(window_default(st.session_state.get(Key.SESSION)))
    st.session_state.pop("edits", None)


def set_window(window: int | None) -> None:
    """Give the window's field a value; None: unknown."""
    st.session_state[Key.WINDOW] = window


def reset() -> None:
    """Every shared choice but the session back to its default."""
    for key, (default, _) in _named().items():
        if key != Key.SESSION:
            st.session_state[key] = default
    start_over()


def window_default(name: str | None) -> int:
    """The window a session is best opened with: the sample's, else the file's or its model's, else 200,000."""
    sample = bundled().get(name or "")
    if sample is not None:
        return sample.context_window
    if name is not None and is_exhibit(name):
        return find_exhibit(name).setting.window or open_exhibit(name).context_window or 200_000
    kept = own().get(name or "")
    found = (kept and (kept.session.context_window or window_of(kept.session.model))) or 200_000
    return min(max(found, 1), LARGEST_WINDOW)


def is_digest(text: str) -> bool:
    """Whether a link's session value is a digest of a visitor's own file."""
    return len(text) == 16 and all(c in "0123456789abcdef" for c in text)


def select_later(index: int) -> None:
    """Select a message that a component reported: its widget is already drawn, so it takes another run."""
    st.session_state["selected_later"] = index
    st.rerun()


def choose_later(name: str) -> None:
    """Show another session from inside a dialog, which this closes."""
    st.session_state["chosen_later"] = name
    st.rerun()


def grow_later(digest: str, grown: Kept) -> None:
    """Put what a followed file holds now in the place of the transcript as it was; takes another run."""
    st.session_state["grown_later"] = digest, grown
    st.rerun()


def _grow(digest: str, grown: Kept) -> None:
    """The old transcript goes; where it is shown, the new one is, with every choice as it stands."""
    mine = own()
    if mine.pop(digest, None) is None:  # forgotten in the meantime
        return
    mine[grown.session.digest] = replace(grown, used=time.monotonic())
    if st.session_state.get(Key.SESSION) == digest:
        st.session_state[Key.SESSION] = grown.session.digest
        for key in (Key.AFTER, Key.MESSAGE, Key.OVERHEAD):
            # their fields are new ones, since a longer session allows larger numbers: hand their values over
            st.session_state[key] = st.session_state.get(key)


def apply_later() -> None:
    """Take up what the last run left; before any widget is drawn."""
    if "grown_later" in st.session_state:
        _grow(*st.session_state.pop("grown_later"))
    if "chosen_later" in st.session_state:
        choose(st.session_state.pop("chosen_later"))
    if "selected_later" in st.session_state:
        st.session_state[Key.MESSAGE] = st.session_state.pop("selected_later")
    _take_move()


def _take_move() -> None:
    """The step that the player was moved to, at the beginning of the run that this starts.

    Written to the address by the page itself it came too late: a browser that is on its way to another page then
    stays where it is.
    """
    told, seen = st.session_state.get(PLAYER), st.session_state.get(f"{PLAYER}-seen", 0)
    event = (told or {}).get("step")
    if isinstance(event, dict):
        moved = last_move(told, event.get("plan", ""), seen)[1]
        if moved is not None:
            st.session_state[Key.STEP] = moved


def pins() -> tuple[int, ...]:
    """The messages protected by hand, ascending; what is no number is passed over."""
    return numbers(st.session_state.get(Key.PINS) or ())


def numbers(texts: Iterable[str]) -> tuple[int, ...]:
    """Message numbers as someone types them, ascending, each once, MOST_PINS at most.

    >>> numbers(["40", "#12", "x", "12", "-3"])
    (12, 40)
    """
    plain = (text.strip().removeprefix("#") for text in texts)
    return tuple(sorted({int(text) for text in plain if text.isdecimal() and len(text) < 8})[:MOST_PINS])


def toggle_pin(number: int) -> None:
    """Protect a message, or no longer; before any widget is drawn."""
    now = set(pins()) ^ {number}
    st.session_state[Key.PINS] = [str(each) for each in sorted(now)]


def pins_typed(size: int) -> None:
    """Keep of what was typed only the numbers that the session has."""
    st.session_state[Key.PINS] = [str(number) for number in pins() if number < size]


def step() -> int | None:
    """The step shown in the player."""
    value: int | None = st.session_state.get(Key.STEP)
    return value


def _shown_instead(key: Key, default: str) -> str:
    """The default as a complaint about a link names it."""
    if key == Key.SESSION:
        return bundled()[default].title
    if key == Key.STRATEGY:
        return strategies.get(default).label
    return "the strategy's own" if default == AS_RELEASED else default


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


def sync_url() -> None:
    """First run: take the choices from the link. Later: write them back, since navigation drops them."""
    for key, (default, known) in _named().items():
        link.take(key, default, link.one_of(known), NAMES[key], _shown_instead(key, default))
        link.put(key, st.session_state[key], default)
    for key, low in _NUMBERS.items():
        link.take(key, None, link.number(low))
        link.put(key, st.session_state[key], None)
    link.take(Key.PINS, [], lambda text: [str(number) for number in numbers(text.split(","))])
    link.put(Key.PINS, pins(), ())
    link.take(Key.WINDOW, window_default(st.session_state[Key.SESSION]), _window)
    window = st.session_state[Key.WINDOW]
    link.put(Key.WINDOW, UNKNOWN if window is None else window, None)


def _window(text: str) -> int | None:
    return None if text == UNKNOWN else link.number(1, LARGEST_WINDOW)(text)


def at_most(key: Key, most: int) -> None:
    """Before a number's field is drawn: a number that the session does not have is none, in the link neither."""
    value = st.session_state.get(key)
    if value is not None and value > most:
        st.session_state[key] = None
        link.too_large(key, value, f"the last {'step' if key == Key.STEP else 'message'} here is {most}")
