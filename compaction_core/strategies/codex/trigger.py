"""When Codex compacts: at nine tenths of the window, looked at before the model is called.

Source: openai/codex, turn.rs and context_window.rs (2026). The model is called for a new turn, and again after an
answer with calls, once their results stand in the list; the answer that ends a turn is not followed by a look.
"""

from collections.abc import Sequence


def limit(context_window: int | None, configured: int | None) -> int | None:
    """Tokens from which Codex compacts: the configured number, at most ⌊9/10⌋ of the window; None if neither is known.

    >>> limit(200_000, None), limit(200_000, 150_000), limit(200_000, 190_000), limit(None, 5)
    (180000, 150000, 180000, 5)
    """
    share = None if context_window is None else context_window * 9 // 10
    known = [number for number in (configured, share) if number is not None]
    return min(known, default=None)


def effective_window(context_window: int | None) -> int | None:
    """95% of the window: at or above it Codex compacts too, whatever the limit counts.

    >>> effective_window(200_000)
    190000
    """
    return None if context_window is None else context_window * 95 // 100


def fires(
    active: Sequence[int], prefix: int, looked: Sequence[bool], limit: int | None, effective: int | None
) -> tuple[bool, ...]:
    """Where it fires, of contexts of ``active`` tokens whose first ``prefix`` tokens the limit does not count.

    >>> fires((80, 90, 95), 0, (True, True, True), 90, 95), fires((90, 95), 20, (True, True), 90, 95)
    ((False, True, True), (False, True))
    """
    return tuple(
        look and ((limit is not None and seen - prefix >= limit) or (effective is not None and seen >= effective))
        for seen, look in zip(active, looked, strict=True)
    )
