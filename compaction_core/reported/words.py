"""The comparison in a few plain sentences."""

from compaction_core.reported.records import Call, Fit, Reported
from compaction_core.tokens import counters
from compaction_core.words import count


def told(found: Reported) -> str:
    """What was reported, what every request carries beyond the file, and where that changes."""
    calls = found.contexts
    if not found.calls:
        return "The file reports no tokens of any call."
    if not calls:
        return f"The file reports the tokens of {count(len(found.calls), 'answer')}, but of no request."
    parts = [_range(calls), _fitted(found, found.fit) if found.fit is not None else _why(found, calls), _jumps(found)]
    return " ".join(part for part in parts if part)


def label(found: Reported) -> str:
    """Our counter, and how sure it is."""
    name = counters.get(found.counter).label.split(" (")[0] if found.counter in counters.names() else found.counter
    return name if found.basis == "estimated" and "estimate" in name else f"{name}, {found.basis}"


def _range(calls: tuple[Call, ...]) -> str:
    sizes = [call.context for call in calls]
    if len(calls) == 1:
        return f"The provider reported the context of 1 call: {sizes[0]:,} tokens, where we count {calls[0].counted:,}."
    return f"The provider reported the context of {len(calls):,} calls: {_span(min(sizes), max(sizes))} tokens."


def _fitted(found: Reported, fit: Fit) -> str:
    who = "smallest request says" if fit.smallest == 1 else f"{fit.smallest} smallest requests say"
    over = f"the {who} {_span(fit.low, fit.high)}"
    few = f"; only {fit.calls:,} calls, so take it as a first idea" if fit.calls < 10 else ""
    if fit.unseen >= 0:
        text = f"Every request carries about {fit.unseen:,} tokens that the file does not hold ({over}{few})"
    else:
        text = f"The provider counts about {-fit.unseen:,} tokens fewer than the file holds ({over}{few})"
    if fit.told_ratio:
        each = f", and each call adds about {fit.each:,} unseen" if fit.each > 0 else ""
        return f"{text}; it counts {fit.ratio:.2f} tokens for one of ours ({label(found)}){each}."
    return f"{text}; the calls are too alike in size to tell its tokenizer from ours ({label(found)})."


def _why(found: Reported, calls: tuple[Call, ...]) -> str:
    if len(calls) == 1:
        return f"What every request carries cannot be told: {found.why}."
    gaps = [call.gap for call in calls]
    return f"The gap to our count is {_span(min(gaps), max(gaps))}; what explains it cannot be told: {found.why}."


def _jumps(found: Reported) -> str:
    up = [jump for jump in found.jumps if jump.tokens > 0]
    down = [jump for jump in found.jumps if jump.tokens < 0]
    steps = []
    if up:
        steps.append(f"up at {', '.join(f'#{jump.message}' for jump in up[:4])}{', …' if len(up) > 4 else ''}")
    if down:
        steps.append(f"down at {', '.join(f'#{jump.message}' for jump in down[:4])}{', …' if len(down) > 4 else ''}")
    return f"The unseen part steps {' and '.join(steps)}." if steps else ""


def _span(low: int, high: int) -> str:
    span = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return span.replace("-", "−")  # as figures write it
