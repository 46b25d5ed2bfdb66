"""The session's own time: it starts on a fixed morning and only the generator moves it."""

from datetime import UTC, datetime

START = 1_772_442_120.0
"""2026-03-02 09:02:00 UTC."""


def stamp(moment: float) -> str:
    """Seconds since 1970 as ISO 8601 in UTC, to the millisecond.

    >>> stamp(START)
    '2026-03-02T09:02:00.000Z'
    """
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
