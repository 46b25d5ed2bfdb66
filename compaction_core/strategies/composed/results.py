"""Passes over tool results: clearing, shortening, and files that were read again. Pure functions over a context."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from compaction_core.session import ToolCall
from compaction_core.strategies.composed.axes.passes import ClearRepeatedReads, ClearResults, ShortenResults
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Effect
from compaction_core.turns import runs, turns
from compaction_core.words import count


class Done(NamedTuple):
    """What one pass came to."""

    effects: tuple[Effect, ...]
    text: str
    """One sentence."""
    tokens: int = 0
    """Of the messages it changed, as they stood before."""
    saved_chars: int = 0


def old_results(context: Context, wanted: ClearResults) -> tuple[tuple[int, int | None], ...]:
    """(result, the message with its call) of what may be cleared, oldest first."""
    session, counts = context.session, context.measured.counts
    calls = {(i, call.id): call.name for i in context.rows for call in session.messages[i].calls}
    named = {result: caller for caller, result in session.result_of.items() if caller in calls}
    found = [row for row in context.rows if session.messages[row].result is not None]
    if wanted.which == "with_call":
        found = [row for row in found if row in named]
    excluded = names(wanted.exclude_tools)
    found = [row for row in found if row not in named or calls[named[row]] not in excluded]
    found = found[: max(0, len(found) - wanted.keep_newest)]
    first = _turn_start(context, wanted.protect_turns)
    found = [row for row in found if row < first]
    newer = 0
    while found and wanted.protect_tokens and newer + counts[found[-1]] <= wanted.protect_tokens:
        newer += counts[found.pop()]
    if not wanted.again:
        found = [row for row in found if "pruned" not in session.messages[row].flags]
    return tuple((row, named[row][0] if row in named else None) for row in found)


def clear(context: Context, wanted: ClearResults) -> Done:
    """Old results leave a placeholder."""
    old = old_results(context, wanted)
    tokens = sum(context.measured.counts[row] for row, _ in old)
    if not old:
        return Done((), "No tool result is old enough to be cleared.")
    if tokens < wanted.least_gain:
        text = f"{tokens:,} tokens of old tool results could go, fewer than {wanted.least_gain:,}: none is cleared."
        return Done((), text)
    rows = [row for row, _ in old]
    effects = tuple(Effect(fate="clear", start=a, stop=b, text=wanted.placeholder) for a, b in runs(rows))
    text = f"{len(old):,} old tool results with {tokens:,} tokens leave a placeholder"
    if wanted.calls_too:
        emptied = _emptied(context, old)
        effects += emptied
        text += f", and the calls in {count(len(emptied))} lose their arguments"
    messages = context.session.messages
    saved = sum(max(0, len(messages[row].text) - len(wanted.placeholder)) for row in rows)
    return Done(effects, f"{text}.", tokens, saved)


def _emptied(context: Context, old: Iterable[tuple[int, int | None]]) -> tuple[Effect, ...]:
    """The calling messages, without the arguments of the calls whose results are cleared."""
    messages = context.session.messages
    ids: dict[int, set[str]] = {}
    for row, caller in old:
        result = messages[row].result
        if caller is not None and result is not None:
            ids.setdefault(caller, set()).add(result.call_id)
    found = []
    for caller, gone in ids.items():
        parts = (
            replace(part, arguments="{}") if isinstance(part, ToolCall) and part.id in gone else part
            for part in messages[caller].parts
        )
        instead = replace(messages[caller], parts=tuple(parts))
        found.append(Effect(fate="clear", start=caller, stop=caller + 1, instead=instead))
    return tuple(found)


def shorten(context: Context, wanted: ShortenResults) -> Done:
    """Long results lose their middle."""
    first = _turn_start(context, wanted.protect_turns)
    effects, tokens, saved = list[Effect](), 0, 0
    for row in context.rows:
        result = context.session.messages[row].result
        if result is None or row >= first or len(result.text) <= wanted.longest:
            continue
        text = shortened(result.text, wanted.head, wanted.tail)
        if len(text) < len(result.text):
            effects.append(Effect(fate="truncate", start=row, stop=row + 1, text=text))
            tokens += context.measured.counts[row]
            saved += len(result.text) - len(text)
    if not effects:
        return Done((), f"No tool result of more than {wanted.longest:,} characters can be shortened.")
    text = f"{len(effects):,} tool results of more than {wanted.longest:,} characters lose their middle."
    return Done(tuple(effects), text, tokens, saved)


def shortened(text: str, head: int, tail: int) -> str:
    """The start and the end of a text, with a note between them.

    >>> shortened("abcdefghij", 2, 3)
    'ab [5 characters left out] hij'
    """
    left_out = max(0, len(text) - head - tail)
    return f"{text[:head]} [{left_out} characters left out] {text[len(text) - tail :] if tail else ''}".rstrip()


def reads(context: Context, wanted: ClearRepeatedReads) -> Done:
    """Older readings of a file leave a placeholder."""
    messages = context.session.messages
    again = _read_again(context, names(wanted.tools))
    if not again:
        return Done((), "No file was read more than once.")
    effects = tuple(Effect(fate="clear", start=a, stop=b, text=wanted.placeholder) for a, b in runs(again))
    saved = sum(max(0, len(messages[row].text) - len(wanted.placeholder)) for row in again)
    tokens = sum(context.measured.counts[row] for row in again)
    text = f"{len(again):,} earlier readings of files leave a placeholder: {saved:,} characters less."
    return Done(effects, text, tokens, saved)


def _read_again(context: Context, tools: frozenset[str]) -> tuple[int, ...]:
    """Results of reading a file that is read again later, oldest first."""
    inside, newest, readings = set(context.rows), dict[str, int](), list[tuple[int, str]]()
    for (caller, id), result in sorted(context.session.result_of.items(), key=lambda pair: pair[1]):
        call = next((c for c in context.session.messages[caller].calls if c.id == id), None)
        if result not in inside or call is None or call.name not in tools:
            continue
        path = _path(call.arguments)
        if path is not None:
            readings.append((result, path))
            newest[path] = result
    return tuple(result for result, path in readings if newest[path] != result)


def _path(arguments: str) -> str | None:
    try:
        found = json.loads(arguments)
    except (ValueError, RecursionError):
        return None
    path = (found.get("path") or found.get("file_path")) if isinstance(found, dict) else None
    return path if isinstance(path, str) else None


def names(text: str) -> frozenset[str]:
    """Names written with commas between them."""
    return frozenset(name.strip() for name in text.split(",") if name.strip())


def _turn_start(context: Context, keep: int) -> int:
    """Where the newest ``keep`` turns begin; the end for none, the start where there are fewer."""
    if not keep:
        return context.end
    found = turns(context.session.messages, context.start, context.end)
    return found[-keep].start if len(found) >= keep else context.start
