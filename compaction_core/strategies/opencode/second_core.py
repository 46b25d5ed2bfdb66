"""The second core inside 1.18.34: everything is text first, and whole entries go on as text.

Source: opencode 1.18.34, core ``session/compaction``. It knows neither turns nor a split; the newest entry that does
not fit ends the walk. What is kept is stored as text beside the summary, with tool outputs cut to 2,000 characters.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from compaction_core.session import Message, Text
from compaction_core.strategies.context import Context
from compaction_core.strategies.opencode.entries import Entry, read
from compaction_core.strategies.opencode.narrate import GROUP, SINGLE_TURNS
from compaction_core.strategies.opencode.parameters import SecondCoreParameters
from compaction_core.strategies.opencode.pruning import text_tokens
from compaction_core.strategies.opencode.rendering import Reading, entry_text, line
from compaction_core.strategies.step import Decision, Effect, Fate, Step, effects
from compaction_core.summarizers.prompts import prompt
from compaction_core.words import count

MOST_SUMMARY = 4_096
HOW = Reading()

LISTING: tuple[str, ...] = (
    "texts = every entry as text, tool outputs cut to 2,000 characters",
    "earlier summaries are no texts; the newest is given along",
    "for text in texts, newest first:",
    "    if total + size(text) > keep: stop",
    "    total = total + size(text): it goes on as text",
    "if nothing is left to summarize: do nothing",
    "if size(prompt) > window - 4,096: give up",
    "summarize the rest; store the summary and the recent texts",
)
TEXTS, EARLIER, WALK, STOP, KEEP, NOTHING, GIVE_UP, STORE = range(len(LISTING))


def recent(tokens: Sequence[int], keep: int) -> int:
    """The first text that goes on: whole ones from the newest on, while they come to no more than ``keep``."""
    first, total = len(tokens), 0
    while first and total + tokens[first - 1] <= keep:
        first -= 1
        total += tokens[first]
    return first


class Texts(NamedTuple):
    """The list as the second core sees it."""

    entries: tuple[Entry, ...]
    """Entries with something to read."""
    texts: tuple[str, ...]
    earlier: tuple[int, ...]
    """Messages that hold earlier summaries."""
    lost: tuple[int, ...]
    """Messages that are in no text."""


def texts_of(context: Context) -> Texts:
    """Every entry as text."""
    messages = context.session.messages
    entries, orphans = read(messages, context.rows)
    pairs = [(entry, entry_text(entry, messages, HOW)) for entry in entries if entry.kind != "compaction"]
    said = [(entry, text) for entry, text in pairs if text]
    return Texts(
        entries=tuple(entry for entry, _ in said),
        texts=tuple(text for _, text in said),
        earlier=tuple(entry.indexes[0] for entry in entries if entry.kind == "compaction"),
        lost=(*orphans, *(i for entry, text in pairs if not text for i in entry.indexes)),
    )


def steps(context: Context) -> Iterator[Step]:
    """Choose the recent part; the last step decides."""
    settings: SecondCoreParameters = context.parameters
    found = texts_of(context)
    tokens = _tokens(context, found)
    summary = context.session.messages[found.earlier[-1]].summary if found.earlier else None
    yield _start(found, summary)
    first = recent(tokens, settings.keep_tokens)
    kept = sum(tokens[first:])
    yield from _walk(found.entries, tokens, first, settings.keep_tokens)
    if first == 0:
        text = "Nothing is left to summarize: nothing is done." if tokens else "There is no text to summarize."
        yield Step(kind="decide", line=NOTHING, text=text, decision=Decision(cut=None, mode_used="compact"))
        return
    asked = _asked(found.texts[:first], summary)
    room = None if context.context_window is None else context.context_window - longest_answer(settings)
    if room is not None and asked > room:
        reason = (
            f"The request for the summary would cost {asked:,} tokens, but the window leaves {room:,} beside the "
            "answer. Plan earlier, or with a larger window."
        )
        decision = Decision(cut=None, mode_used="compact", error=reason)
        yield Step(kind="decide", line=GIVE_UP, text=reason, decision=decision, variables={"prompt": asked})
        return
    yield _apply(context, found, first, kept)


def longest_answer(settings: SecondCoreParameters) -> int:
    """Tokens kept free for the summary: what was asked for, at most 4,096."""
    return min(settings.max_tokens or MOST_SUMMARY, MOST_SUMMARY)


def _tokens(context: Context, found: Texts) -> list[int]:
    """By the release's estimate of the text, or by another counter's sums if one was chosen."""
    if context.measured.counter == "opencode":
        return [text_tokens(text) for text in found.texts]
    return [sum(context.measured.counts[i] for i in entry.indexes) for entry in found.entries]


def _asked(head: Sequence[str], summary: str | None) -> int:
    """Tokens of the request: our prompt, the earlier summary, the texts."""
    chosen = prompt("opencode_update_d" if summary else "opencode_first_d")
    words = chosen.filled({"previous_summary": summary or ""})
    return text_tokens("\n\n".join((words, *head)))


def _start(found: Texts, summary: str | None) -> Step:
    text = f"{count(len(found.texts), 'entry', 'entries')} with a text."
    if found.earlier:
        along = f"that of #{found.earlier[-1]} is given along" if summary else "the newest has no text"
        text += f" {count(len(found.earlier), 'earlier summary')} left out; {along}."
    return Step(
        kind="start", line=EARLIER if found.earlier else TEXTS, text=text,
        variables={"texts": len(found.texts), "previous": found.earlier[-1] if summary else None, "total": 0},
    )  # fmt: skip


def _walk(entries: Sequence[Entry], tokens: Sequence[int], first: int, keep: int) -> Iterator[Step]:
    total, at = 0, len(entries)
    while at > first:
        stop, at = at, max(first, at - (1 if len(entries) - at < SINGLE_TURNS else GROUP))
        size = sum(tokens[at:stop])
        total += size
        index = entries[at].indexes[0]
        what = f"#{index} is" if stop - at == 1 else f"{stop - at} more, down to #{index}, are"
        yield Step(
            kind="measure", line=KEEP, candidate=index, valid=True, kept_tokens=total, goal=keep,
            text=f"{what} {size:,} tokens of text: {total:,} in all, no more than {keep:,}. Goes on as text.",
            variables={"size": size, "total": total},
        )  # fmt: skip
    if first:
        index, size = entries[first - 1].indexes[0], tokens[first - 1]
        yield Step(
            kind="measure", line=STOP, candidate=index, valid=False, reason="does not fit", kept_tokens=total + size,
            goal=keep, variables={"size": size, "total": total},
            text=f"#{index} is {size:,} tokens of text: {total + size:,} in all, more than {keep:,}. The walk ends.",
        )  # fmt: skip


def _apply(context: Context, found: Texts, first: int, kept: int) -> Step:
    messages, gone, stay = context.session.messages, found.entries[:first], found.entries[first:]
    read_now = {i for entry in gone for i in entry.indexes} | set(found.earlier[-1:])
    lost = {*found.lost, *found.earlier[:-1]}
    settled = [*effects(read_now, "summarize"), *effects(lost, "drop")]
    for index in (i for entry in stay for i in entry.indexes):
        shown = line(index, messages[index], HOW)
        instead = None if shown is None else Message(role="user", parts=(Text(text=shown.text),))
        fate: Fate = "drop" if shown is None else "truncate"
        settled.append(Effect(fate=fate, start=index, stop=index + 1, instead=instead))
    cut = stay[0].indexes[0] if stay else context.end
    tail = f"Behind it {count(len(stay), 'entry', 'entries')}, {kept:,} tokens, as text." if stay else "Nothing stays."
    return Step(
        kind="decide",
        line=STORE,
        text=f"{count(len(gone), 'entry', 'entries')} become one summary. {tail}",
        kept_tokens=kept,
        goal=context.parameters.keep_tokens,
        effects=tuple(settled),
        decision=Decision(cut=cut, mode_used="compact"),
    )
