"""The names under which the shared state is kept."""

from enum import StrEnum


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


AS_RELEASED = "released"
GROWTHS = ("context", "per message")
"""What the timeline of the session page shows."""
EXHIBITED = ("reported", "mended")


def setting(name: str) -> str:
    """The key of a strategy's parameter."""
    return f"set_{name}"
