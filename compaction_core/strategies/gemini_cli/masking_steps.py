"""Gemini CLI's masking step by step, and when it would do something."""

from collections.abc import Callable, Iterator

from compaction_core.js import utf16_length
from compaction_core.strategies.context import Context
from compaction_core.strategies.gemini_cli import contents as wire
from compaction_core.strategies.gemini_cli.contents import ESTIMATE
from compaction_core.strategies.gemini_cli.masking import maskable, masked, prunable
from compaction_core.strategies.step import Decision, Effect, Scalar, Step
from compaction_core.tokens.gemini_cli import UNKNOWN
from compaction_core.words import count

LISTING: tuple[str, ...] = (
    "for tool outputs, newest first, without the newest message:",
    "    skip skills, questions to the user, plan mode, what is masked already",
    "    total = total + tokens(output)",
    "    candidate if total > 50,000: this output and every older one",
    "if tokens(candidates) < 30,000: do nothing",
    "for each candidate:",
    "    preview = 250 characters of its start and of its end",
    "    put the preview in its place, if that is smaller",
)
WALK, SKIP, ADD, CANDIDATE, TOO_FEW, EACH, PREVIEW, APPLY = range(len(LISTING))


def steps(context: Context) -> Iterator[Step]:
    """Walk, compare, mask."""
    messages, settings = context.session.messages, context.parameters
    names = wire.tools(messages, context.rows)
    found = wire.contents(messages, context.rows)
    size_of = _counting(context, names)
    done = masked(
        messages,
        found,
        names,
        size_of,
        protect=settings.tool_protection_threshold,
        minimum=settings.min_prunable_tokens_threshold,
        protect_latest=settings.protect_latest_turn,
    )
    total = sum(map(size_of, done.rows))
    values: dict[str, Scalar] = {"outputs": len(done.rows), "tokens": total}
    newest = " The newest content is not looked at." if settings.protect_latest_turn else ""
    yield Step(
        kind="start",
        line=SKIP,
        text=f"{count(len(done.rows), 'tool output')} may be masked and size_of {total:,} tokens.{newest}",
        variables=dict(values),
    )
    values |= {"candidates": done.candidates, "candidate_tokens": done.tokens}
    protect, least = settings.tool_protection_threshold, settings.min_prunable_tokens_threshold
    if done.candidates:
        border = done.rows[done.candidates - 1]
        text = f"Newest first, #{border} takes the sum past {protect:,}: "
        text += f"{count(done.candidates, 'candidate')} from there back, {done.tokens:,} tokens."
    else:
        border, text = None, f"All of them lie within the newest {protect:,} tokens: no candidate."
    yield Step(kind="measure", line=CANDIDATE, candidate=border, text=text, variables=dict(values))
    if not done.texts:
        few = done.tokens < least
        reason = f"that is fewer than {least:,}" if few else "a preview would not be smaller than any of them"
        yield Step(
            kind="decide",
            line=TOO_FEW if few else APPLY,
            valid=False,
            text=f"Nothing is masked: the candidates size_of {done.tokens:,} tokens, and {reason}.",
            variables=dict(values),
            decision=Decision(cut=None, mode_used="mask"),
        )
        return
    left = done.candidates - len(done.texts)
    spared = f"; {count(left, 'candidate')} would not get smaller" if left else ""
    yield Step(
        kind="apply",
        line=APPLY,
        text=f"{count(len(done.texts), 'tool output')} leave{'s' if len(done.texts) == 1 else ''} a preview{spared}.",
        effects=tuple(
            Effect(fate="truncate", start=row, stop=row + 1, text=text) for row, text in sorted(done.texts.items())
        ),
        variables=dict(values),
    )
    yield Step(
        kind="decide",
        line=APPLY,
        valid=True,
        text=f"Every message stays; the candidates counted {done.tokens:,} tokens, at least {least:,}.",
        variables=dict(values),
        decision=Decision(cut=context.start, mode_used="mask"),
    )


def watched(context: Context) -> tuple[int, ...]:
    """Tokens of the candidates in the list as it grew: entry i is the list once planned message i stands in it."""
    messages, settings = context.session.messages, context.parameters
    names = wire.tools(messages, context.rows)
    size_of = _counting(context, names)
    prefix, newest, seen = [0], 0, []
    for row in range(context.start, context.end):
        message = messages[row]
        if message.role == "tool":
            if maskable(message, names.get(row, UNKNOWN)):
                prefix.append(prefix[-1] + size_of(row))
                newest += 1  # outputs in a row are one content
        elif not message.is_prompt:
            newest = 0
        last = len(prefix) - 1 - (newest if settings.protect_latest_turn else 0)
        seen.append(prefix[prunable(prefix, settings.tool_protection_threshold, last)])
    return tuple(seen)


def _counting(context: Context, names: dict[int, str]) -> Callable[[int], int]:
    """Tokens of a result: the release's own estimate with the tool's name, or a counter chosen by hand."""
    if context.measured.counter != ESTIMATE.name:
        return context.measured.counts.__getitem__
    messages, counts = context.session.messages, context.measured.counts

    def size_of(row: int) -> int:
        tool, message = names.get(row), messages[row]
        if tool is None:
            return 0
        if tool == (message.name or UNKNOWN):  # then the size_of has it already
            return counts[row]
        return ESTIMATE.tokens(utf16_length(tool) + sum(map(ESTIMATE.units, message.parts)))

    return size_of
