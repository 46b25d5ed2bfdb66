"""Axis 3 at work: one pass over the planned messages. Pure functions over a context; ``running`` tells them."""

from dataclasses import replace

from compaction_core.session import Message, Reasoning, ToolCall
from compaction_core.strategies.composed import results
from compaction_core.strategies.composed.axes.passes import (
    ClearRepeatedReads,
    ClearResults,
    ClearThinking,
    DropBeforeSummary,
    DropEnd,
    Pass,
    ShortenResults,
)
from compaction_core.strategies.composed.results import Done
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Effect
from compaction_core.turns import runs, turns
from compaction_core.words import count


def run(context: Context, wanted: Pass) -> Done:
    """One pass."""
    match wanted:
        case ClearResults():
            return results.clear(context, wanted)
        case ShortenResults():
            return results.shorten(context, wanted)
        case ClearRepeatedReads():
            return results.reads(context, wanted)
        case ClearThinking():
            return _thinking(context, wanted)
        case DropEnd():
            return _end(context)
        case DropBeforeSummary():
            return _before_summary(context)
    return _reply(context)


def _thinking(context: Context, wanted: ClearThinking) -> Done:
    messages = context.session.messages
    thinking = [i for i in context.rows if any(isinstance(part, Reasoning) for part in messages[i].parts)]
    starts = [turn.start for turn in turns(messages, context.start, context.end)]
    of = {i: max((start for start in starts if start <= i), default=context.start) for i in thinking}
    found = sorted(set(of.values()))
    stay = set(found[len(found) - wanted.keep_turns :]) if wanted.keep_turns else set[int]()
    old = [i for i in thinking if of[i] not in stay]
    if not old:
        return Done((), f"No thinking is older than the newest {wanted.keep_turns:,} turns that have some.")
    effects = tuple(Effect(fate="clear", start=i, stop=i + 1, instead=_unthought(messages[i])) for i in old)
    tokens = sum(context.measured.counts[i] for i in old)
    return Done(effects, f"{len(old):,} older messages lose their thinking; text and calls stay.", tokens)


def _unthought(message: Message) -> Message:
    return replace(message, parts=tuple(p for p in message.parts if not isinstance(p, Reasoning)))


def _end(context: Context) -> Done:
    rows, messages, window = context.rows, context.session.messages, context.context_window
    stop, total = len(rows), context.tokens(0, len(rows))
    while window is not None and total > window and stop and messages[rows[stop - 1]].role in ("assistant", "tool"):
        stop -= 1
        total -= context.measured.counts[rows[stop]]
    if stop == len(rows):
        return Done((), f"{total:,} tokens: nothing has to be dropped at the end.")
    effects = tuple(Effect(fate="drop", start=a, stop=b) for a, b in runs(rows[stop:]))
    tokens = context.tokens(stop, len(rows))
    text = f"{len(rows) - stop:,} answers and results at the end are dropped; {total:,} tokens are left."
    return Done(effects, text, tokens)


def _reply(context: Context) -> Done:
    rows, messages = context.rows, context.session.messages
    stop = len(rows) - bool(rows and messages[rows[-1]].role == "assistant")
    lost = stop < len(rows)
    if stop and messages[rows[stop - 1]].role == "assistant" and _only_calls(messages[rows[stop - 1]]):
        stop -= 1
    gone = rows[stop:]
    if not gone:
        return Done((), "The last message is not the model's: nothing is dropped at the end.")
    effects = tuple(Effect(fate="drop", start=a, stop=b) for a, b in runs(gone))
    what = f"#{gone[-1]}, the model's reply, is dropped" if lost else f"#{gone[-1]}, nothing but calls, is dropped"
    more = f", and #{gone[0]} before it, which is nothing but calls" if len(gone) > 1 else ""
    return Done(effects, f"{what}{more}.", sum(context.measured.counts[row] for row in gone))


def _only_calls(message: Message) -> bool:
    """Whether there is a call, and nothing else but empty texts."""
    said = [part for part in message.parts if not (part.kind == "text" and not part.text)]
    return bool(message.calls) and all(isinstance(part, ToolCall) for part in said)


def _before_summary(context: Context) -> Done:
    rows, messages = context.rows, context.session.messages
    last = next((i for i in range(len(rows) - 1, -1, -1) if messages[rows[i]].summary is not None), 0)
    if not last:
        return Done((), "Nothing stands before the newest summary.")
    effects = tuple(Effect(fate="drop", start=a, stop=b) for a, b in runs(rows[:last]))
    text = f"Dropped: {count(last)} before the newest summary, #{rows[last]}."
    return Done(effects, text, context.tokens(0, last))
