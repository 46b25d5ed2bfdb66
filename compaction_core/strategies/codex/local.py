"""Codex's own compaction, step by step: user messages within a budget stay, one summary stands for the rest.

Source: openai/codex compact.rs (0100b103). Nothing that the model or a tool said survives. The summarizer reads the
whole history, also what stays.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from compaction_core.session import Image, Message, Text
from compaction_core.strategies.codex.keeping import Selection, is_candidate, said, select, shorten
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.turns import runs
from compaction_core.words import count

LISTING: tuple[str, ...] = (
    "candidates = user messages, without session notes and earlier summaries",
    "left = 20,000 tokens",
    "for message in candidates, newest first:",
    "    if left is 0: stop",
    "    if tokens(message) <= left: keep it whole; left = left - tokens(message)",
    "    else: keep its first and last 2 * left bytes; stop",
    "ask for a summary of the whole history",
    "keep nothing else",
    "put the summary behind the kept messages, as a user message",
)
CANDIDATES, BUDGET, LOOP, EMPTY, KEEP, SHORTEN, ASK, REST, PLACE = range(len(LISTING))
MOST_STEPS = 60
"""Steps of the walk; with more candidates one step tells of several."""


def steps(context: Context) -> Iterator[Step]:
    """Walk through the user messages from the newest; the last step decides."""
    messages, budget = context.session.messages, context.parameters.compact_user_message_max_tokens
    rows = tuple(i for i in context.rows if is_candidate(messages[i]))
    tokens = [context.measured.counts[i] for i in rows]
    others = sum(messages[i].role == "user" for i in context.rows) - len(rows)
    notes = f" {others:,} more in the user's role: session notes or earlier summaries, which go." if others else ""
    yield Step(
        kind="start",
        line=CANDIDATES,
        goal=budget,
        text=(
            f"{count(len(context.rows))}, {len(rows):,} of them the user's: these stay, newest first, as far as "
            f"{budget:,} tokens reach.{notes}"
        ),
        variables={"messages": len(context.rows), "candidates": len(rows), "left": budget},
    )
    chosen = select(tokens, budget)
    yield from _walk(rows, tokens, chosen, budget)
    whole = rows[chosen.first :]
    changed = chosen.shortened is not None
    for step in _without_images(context, whole):
        changed = True
        yield step
    kept, tokens_kept = set(whole), budget - chosen.left
    if chosen.shortened is not None:
        index = rows[chosen.shortened]
        yield _shortened(messages[index], index, tokens[chosen.shortened], chosen.left)
        kept.add(index)
        tokens_kept = budget
    elif chosen.first:
        yield Step(
            kind="measure",
            line=EMPTY,
            kept_tokens=tokens_kept,
            goal=budget,
            valid=False,
            reason="no budget left",
            text=f"Nothing of the {budget:,} tokens is left: {count(chosen.first)} of the user before it must go.",
        )
    gone = [i for i in context.rows if i not in kept]
    yield from _end(context, sorted(kept), gone, tokens_kept, changed)


def _walk(rows: Sequence[int], tokens: Sequence[int], chosen: Selection, budget: int) -> Iterator[Step]:
    """What stays whole, newest first, several messages a step where there are many."""
    size = -(-(len(rows) - chosen.first) // MOST_STEPS) or 1
    stops = [*range(len(rows), chosen.first, -size), chosen.first]
    kept = 0
    for stop, start in pairwise(stops):
        kept += sum(tokens[start:stop])
        what = f"#{rows[start]}" if stop - start == 1 else f"{count(stop - start)} (#{rows[start]}–#{rows[stop - 1]})"
        yield Step(
            kind="measure",
            line=KEEP,
            candidate=rows[start],
            valid=True,
            kept_tokens=kept,
            goal=budget,
            text=f"{what}, the user's: {sum(tokens[start:stop]):,} tokens fit, {budget - kept:,} are left.",
            variables={"left": budget - kept},
        )


def _shortened(message: Message, index: int, tokens: int, left: int) -> Step:
    """The message that is cut in the middle, and what stands in its place."""
    cut = shorten(said(message), left)
    text = f"#{index} has {tokens:,} tokens and {left:,} are left: "
    effects: tuple[Effect, ...] = ()
    if cut is None:  # another counter than Codex's own finds it too long, the rule of bytes does not
        text += f"{left:,} tokens are {4 * left:,} bytes, and it is not longer. It stays as it is. "
    else:
        instead = replace(message, parts=(Text(text=cut.text),))
        effects = (Effect(fate="truncate", start=index, stop=index + 1, instead=instead),)
        text += f"its first {len(cut.head):,} and its last {len(cut.tail):,} characters stay, "
        text += f"{cut.removed_tokens:,} tokens between them go. "
    return Step(
        kind="measure",
        line=SHORTEN,
        candidate=index,
        valid=False,
        reason="does not fit whole",
        effects=effects,
        text=f"{text}The walk ends.",
        variables={"left": 0},
    )


def _without_images(context: Context, kept: Sequence[int]) -> Iterator[Step]:
    """Only the text of a kept message goes on."""
    messages = context.session.messages
    bare = [i for i in kept if any(isinstance(part, Image) for part in messages[i].parts)]
    if bare:
        yield Step(
            kind="apply",
            line=KEEP,
            effects=tuple(Effect(fate="truncate", start=i, stop=i + 1, instead=_text_alone(messages[i])) for i in bare),
            text=f"{count(len(bare))} of them (first #{bare[0]}) lose their images: only text is kept.",
        )


def _text_alone(message: Message) -> Message:
    return replace(message, parts=tuple(p for p in message.parts if not isinstance(p, Image)))


def _end(context: Context, kept: Sequence[int], gone: Sequence[int], tokens: int, changed: bool) -> Iterator[Step]:
    """The fates, and the decision."""
    if not gone:
        why = "There is no message." if not context.rows else "Every message is the user's and stays."
        yield Step(
            kind="decide",
            line=REST,
            text=f"{why} A summary would stand for nothing.",
            decision=Decision(cut=context.start if changed else None, mode_used="compact"),
        )
        return
    yield Step(
        kind="apply",
        line=REST,
        effects=tuple(Effect(fate="summarize", start=start, stop=stop) for start, stop in runs(gone)),
        text=(
            f"{count(len(gone))} {'goes' if len(gone) == 1 else 'go'}. The summarizer reads all "
            f"{len(context.rows):,}, also the {len(kept):,} that stay."
        ),
    )
    yield Step(
        kind="decide",
        line=PLACE,
        kept_tokens=tokens,
        text=(
            f"The summary stands last, behind {count(len(kept))} with {tokens:,} tokens. Codex then sends its initial "
            "context anew; beyond a system prompt, this file holds none of it."
        ),
        decision=Decision(cut=max(gone) + 1, mode_used="compact", summary_at=context.end),
    )
