"""What cannot be right in reported usage, and what a jump may be: findings with message numbers and advice."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from compaction_core.findings import Finding, Severity
from compaction_core.reported.fit import Fitted, Stepped
from compaction_core.reported.records import FEWEST_CALLS, Call, Jump
from compaction_core.session import Message, Session
from compaction_core.tokens import Measured
from compaction_core.words import count

IMPLAUSIBLE = 8
"""So many times the estimate is no context of this list."""
LEAST_CUMULATIVE = 4
"""Calls that it takes to see that the numbers are running totals."""
LOOKED_AT = 200
"""Steps looked at for it, evenly spread."""
UNDERSTATED = 0.5
"""An answer reported with less than this share of our count was noted before it ended."""
NAMED = 12
"""Messages that a sentence names."""


def is_cumulative(calls: Sequence[Call]) -> bool:
    """Whether the reported contexts are running totals: they never fall, and each grows by a whole context."""
    if len(calls) < LEAST_CUMULATIVE:
        return False
    pairs = list(pairwise(calls))
    pairs = pairs[:: -(-len(pairs) // LOOKED_AT)]
    if any(b.context < a.context for a, b in pairs):
        return False
    grown = median([(b.context - a.context) / max(1, b.counted) for a, b in pairs])
    added = median([abs(b.counted - a.counted) for a, b in pairs])
    return grown >= 0.8 and median([b.counted for _, b in pairs]) >= 3 * added


def implausible(calls: Sequence[Call], places: Sequence[int]) -> set[int]:
    """Places of calls that report more than IMPLAUSIBLE times our count with the usual gap (all, or its context)."""
    contexts: dict[int, list[int]] = {}
    for place in places:
        contexts.setdefault(calls[place].start, []).append(place)
    usual = max(0, median([calls[p].gap for p in places])) if places else 0
    found: set[int] = set()
    for context in contexts.values():
        gap = max(usual, median([calls[p].gap for p in context]) if len(context) >= FEWEST_CALLS else 0)
        found.update(p for p in context if calls[p].context > IMPLAUSIBLE * (calls[p].counted + gap))
    return found


def jump(session: Session, measured: Measured, calls: Sequence[Call], step: Stepped) -> Jump:
    """A step with what stands there."""
    call = calls[step.at]
    before = None if step.before is None else calls[step.before]
    if before is None:
        return Jump(message=call.message, before=None, tokens=step.tokens, cause=_of_context(call.start, step.tokens))
    between = range(before.message + 1, call.first)
    seen = [
        f"#{i} holds {_KINDS[part.kind]}, counted as {measured.counts[i]:,} tokens with its message"
        for i in between
        for part in session.messages[i].parts
        if part.kind in _KINDS
    ]
    if step.tokens > 0 and seen:
        cause = seen[0]
    elif step.tokens > 0:
        cause = "put in without a record: an attachment, a reminder, or messages that the file leaves out"
    else:
        cause = _dropped(session.messages, calls, step, between)
    return Jump(message=call.message, before=before.message, tokens=step.tokens, cause=cause)


def _of_context(start: int, tokens: int) -> str:
    if not start:
        return "from the beginning: perhaps the file begins in the middle of a history"
    if tokens > 0:
        return f"since the compaction recorded at #{start}: what is put in again after one is often not in the file"
    return f"since the compaction recorded at #{start}: it may have kept less than the file says"


_KINDS = {"image": "an image", "file": "a file", "opaque": "a block that cannot be read here"}


def _dropped(messages: tuple[Message, ...], calls: Sequence[Call], step: Stepped, between: range) -> str:
    """Reasoning of the turn before, where the calls report enough of it; else pruning."""
    asked = any(messages[i].role == "user" and "meta" not in messages[i].flags for i in between)
    thought, n = 0, step.at - 1
    while asked and n >= 0 and calls[n].start == calls[step.at].start:
        thought += calls[n].reasoning
        if any(messages[i].role == "user" for i in range(calls[n - 1].message + 1 if n else 0, calls[n].first)):
            break
        n -= 1
    if thought and thought >= -step.tokens / 4:
        return (
            f"at a new user message: the calls of the turn before report {thought:,} reasoning tokens, and a provider "
            "may leave those out from then on"
        )
    return "left out without a record: pruned or cleared results, or a shorter prompt"


def findings(
    calls: Sequence[Call],
    *,
    repeats: Sequence[int],
    silent: Sequence[int],
    running: bool,
    beyond: Sequence[int],
    others: Sequence[int],
    fit: Fitted | None,
    jumps: Sequence[Jump],
) -> list[Finding]:
    """Everything that was found; ``beyond``, ``others`` and ``fit.apart`` are places in the list of calls."""
    found = [_running(calls)] if running else []
    if silent:
        text = f"{count(len(silent), 'answer')} without reported usage: {_named(silent)}."
        found.append(_note("usage-missing", text, "Their calls are not in the comparison.", silent))
    alone = [call.message for call in calls if not call.context]
    if alone:
        text = f"{count(len(alone), 'call')} with the answer's tokens alone, not the request's: {_named(alone)}."
        advice = "Nothing can be said of their context; look for a log that holds the request's tokens."
        found.append(_note("usage-output-only", text, advice, alone))
    if repeats:
        text = f"{count(len(repeats), 'message')} repeating the usage of their call: {_named(repeats)}."
        found.append(_note("usage-repeated", text, "Each call is counted once; do the same before adding up.", repeats))
    for place in beyond:
        call = calls[place]
        text = (
            f"#{call.message} reports a context of {call.context:,} tokens, {call.context / max(1, call.counted):,.0f} "
            f"times our count of {call.counted:,}."
        )
        advice = "Check whether it is the usage of another call, or a running total. It is left out of the comparison."
        found.append(_finding("usage-implausible", "warning", text, advice, (call.message,)))
    if others:
        names = sorted({calls[place].model or "an unnamed model" for place in others})
        numbers = [calls[place].message for place in others]
        text = f"{count(len(others), 'call')} by {', '.join(name[:60] for name in names[:3])}: {_named(numbers)}."
        advice = "Another model counts with another tokenizer: these calls are left out of the fit."
        found.append(_note("usage-other-model", text, advice, numbers))
    for place in () if fit is None else fit.apart:
        call = calls[place]
        text = f"#{call.message} reports {call.context:,} tokens, out of line with the calls before and after it."
        advice = "Perhaps the usage of a side call or a sub-agent. It is left out of the fit."
        found.append(_finding("usage-apart", "warning", text, advice, (call.message,)))
    found += map(_jumped, jumps)
    return found + _understated(calls)


def _running(calls: Sequence[Call]) -> Finding:
    last = calls[-1]
    text = (
        f"The reported contexts are running totals: they never fall and reach {last.context:,} tokens, where we count "
        f"{last.counted:,}."
    )
    advice = "Take the difference between one call and the next; nothing is fitted to them here."
    return _finding("usage-cumulative", "warning", text, advice, tuple(call.message for call in calls))


def _jumped(each: Jump) -> Finding:
    code, verb = ("context-jump", "more") if each.tokens > 0 else ("context-drop", "fewer")
    since = "than every request" if each.before is None else f"than at #{each.before}"
    text = f"#{each.message} carries {abs(each.tokens):,} unseen tokens {verb} {since}: {each.cause}."
    advice = (
        "Look at what was attached or put in there; a compaction counts it only if it is in the list."
        if each.tokens > 0
        else "Look at what the client leaves out of its requests; our count still has it."
    )
    messages = (each.message,) if each.before is None else (each.before, each.message)
    return _finding(code, "note", text, advice, messages)


def _understated(calls: Sequence[Call]) -> list[Finding]:
    """Clients that write a row while the answer still streams note an early count."""
    short = [
        c.message for c in calls if c.output and c.output < UNDERSTATED * c.output_counted and c.output_counted > 20
    ]
    if not short or 5 * len(short) < len(calls):
        return []
    text = f"{count(len(short), 'answer')} of {len(calls):,} reported with less than half the tokens we count in them."
    advice = "Noted while the answer still streamed: do not add these outputs up."
    return [_note("usage-output-early", text, advice, short)]


def _note(code: str, text: str, advice: str, messages: Sequence[int]) -> Finding:
    return _finding(code, "note", text, advice, tuple(messages))


def _finding(code: str, severity: Severity, text: str, advice: str, messages: tuple[int, ...]) -> Finding:
    return Finding(code=code, severity=severity, text=text, advice=advice, messages=messages)


def _named(numbers: Sequence[int]) -> str:
    return ", ".join(f"#{number}" for number in numbers[:NAMED]) + (", …" if len(numbers) > NAMED else "")
