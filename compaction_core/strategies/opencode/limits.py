"""How much of the window opencode uses, and how much of it may stay word for word. All numbers are tokens."""

from compaction_core.strategies.opencode.generations import Generation

MOST_OUTPUT = 32_000
RESERVED = 20_000
LEAST_KEPT = 2_000


def most_output(output_limit: int | None) -> int:
    """The part of the window that is kept free for the answer; 32,000 where the model's limit is unknown or larger."""
    return min(output_limit or 0, MOST_OUTPUT) or MOST_OUTPUT


def usable(
    context: int, output_limit: int | None = None, input_limit: int | None = None, reserved: int | None = None
) -> int:
    """Tokens that a request may have.

    ``reserved`` counts only for models with a limit on the input; for all others it is ignored, as released.
    """
    if input_limit:
        held = min(RESERVED, most_output(output_limit)) if reserved is None else reserved
        return max(0, input_limit - held)
    return max(0, context - most_output(output_limit))


def budget(generation: Generation, usable_tokens: int, preserve_recent_tokens: int | None) -> int:
    """What the tail may cost: a quarter of what is usable, between 2,000 and the generation's own limit."""
    if preserve_recent_tokens is not None:
        return preserve_recent_tokens
    return min(generation.most_kept, max(LEAST_KEPT, usable_tokens // 4))


def line(
    generation: Generation,
    context: int | None,
    auto: bool = True,
    output_limit: int | None = None,
    input_limit: int | None = None,
    reserved: int | None = None,
) -> int | None:
    """What the usage must exceed; None where nothing triggers: switched off, or no window known.

    From generation B on it is enough to reach ``usable``, so the line lies one below.
    """
    if not auto or not context:
        return None
    if generation.older_trigger:
        return usable(context, output_limit)
    return usable(context, output_limit, input_limit, reserved) - 1


def count(generation: Generation, total: int, fresh: int, output: int, cache_read: int, cache_write: int) -> int:
    """The usage as opencode adds it up: the reported total, else the parts; generation A leaves out cache writes."""
    if generation.older_trigger:
        return fresh + cache_read + output
    return total or fresh + output + cache_read + cache_write
