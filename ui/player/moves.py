"""What the browser told: the last move of the user, and whether it is news."""

from typing import Any


def last_move(state: Any, plan: str, seen: int) -> tuple[int, int | None]:
    """The number of the browser's last move (0: none), and its step if it is new and belongs to ``plan``.

    ``state`` is what the component keeps, as it came from the browser, so nothing about it is taken for granted.
    The same step may come twice with two numbers: that is two moves.

    >>> last_move({"step": {"step": 4, "number": 9, "plan": "ab"}}, "ab", seen=7)
    (9, 4)
    >>> last_move({"step": {"step": 4, "number": 9, "plan": "ab"}}, "ab", seen=9)
    (9, None)
    """
    event = (state or {}).get("step")
    if not isinstance(event, dict):
        return 0, None
    number, step = event.get("number"), event.get("step")
    if not isinstance(number, int) or not isinstance(step, int):
        return 0, None
    fresh = number > seen and event.get("plan") == plan
    return number, max(step, 0) if fresh else None
