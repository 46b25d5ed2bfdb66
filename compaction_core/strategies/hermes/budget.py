"""When Hermes compacts, and how much of the list stays (context_compressor.py, 0.19.0)."""

DEFAULT_WINDOW = 256_000
"""Tokens of a window that is not known."""
SMALL_WINDOW, SMALL_SHARE = 512_000, 0.75
LEAST_THRESHOLD = 64_000
DEGENERATE_SHARE = 0.85


def effective_percent(window: int, percent: float) -> float:
    """The share that counts: at least 0.75 in a window of less than 512,000 tokens.

    >>> effective_percent(200_000, 0.5), effective_percent(200_000, 0.85), effective_percent(512_000, 0.5)
    (0.75, 0.85, 0.5)
    """
    return max(percent, SMALL_SHARE) if window and window < SMALL_WINDOW else percent


def threshold(window: int, percent: float, max_tokens: int | None = None) -> int:
    """Tokens of a request at which the list is compacted, ``percent`` being the effective one.

    The floor of 64,000 would reach a small window's end, so there it is 85% of the window.

    >>> threshold(1_000_000, 0.5), threshold(85_000, 0.75), threshold(32_000, 0.75), threshold(85_000, 0.85, 65_536)
    (500000, 64000, 27200, 16544)
    """
    usable = window - (max_tokens or 0)
    if usable <= 0:
        usable = window
    floored = max(int(usable * percent), LEAST_THRESHOLD)
    if usable > 0 and floored >= usable:
        return max(1, min(int(usable * DEGENERATE_SHARE), usable - 1))
    return floored


def tail_budget(threshold_tokens: int, ratio: float) -> int:
    """Tokens the tail may hold."""
    return int(threshold_tokens * ratio)
