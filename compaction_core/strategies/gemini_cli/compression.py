"""Gemini CLI's compression step by step, up to where the summarizer is asked.

Source: context/chatCompressionService.js (0.61.0). The message that waits to be sent is not in the list yet. What the
summarizer answers is not known here: the conditions under which the release throws its answer away are said in the
last steps, and ``outcome`` decides them.
"""

from collections.abc import Iterator

from compaction_core.strategies.context import Context
from compaction_core.strategies.gemini_cli import contents as wire
from compaction_core.strategies.gemini_cli import narrate
from compaction_core.strategies.gemini_cli.contents import Content
from compaction_core.strategies.gemini_cli.listing import ASK, FAILED, HEAD, NOTHING, REJECT, SHORTEN, TARGET, WALK
from compaction_core.strategies.gemini_cli.shortening import Shortened, longest, shorten
from compaction_core.strategies.gemini_cli.split import Split, split_point
from compaction_core.strategies.gemini_cli.weighing import Weighed, counting, json_sizes, outputs_of, tokens_of
from compaction_core.strategies.gemini_cli.words import ranges
from compaction_core.strategies.growth import prompted
from compaction_core.strategies.step import Decision, Effect, Scalar, Step
from compaction_core.words import count

DEFAULT_LIMIT = 1_048_576
"""Tokens of the model's window, also where the model is not known."""


def limit_of(context: Context) -> int:
    """Tokens of the model's window."""
    return DEFAULT_LIMIT if context.context_window is None else context.context_window


def steps(context: Context) -> Iterator[Step]:
    """Shorten, split, and say under which conditions the answer counts."""
    messages, settings = context.session.messages, context.parameters
    if not context.rows:
        yield narrate.nothing("The list holds no message, so nothing is done.", WALK, {})
        return
    weighed = wire.sizes(messages, context.rows, wire.tools(messages, context.rows))
    found = wire.contents(messages, context.rows)
    original = prompted(context)[-1]
    limit = limit_of(context)
    most = min(longest(limit, original), settings.truncate_tool_output_threshold)
    outputs = tuple(outputs_of(context))
    done = shorten(outputs, most, counting(context), settings.function_response_budget)
    values: dict[str, Scalar] = {"contents": len(found), "original": original, "limit": limit, "longest": most}
    yield narrate.start(context, found, values)
    yield narrate.walk(context, outputs, done, most, values)
    if settings.has_failed_compression_attempt:
        yield from _only_shortened(context, weighed, done, original, values)
        return
    sizes = json_sizes(found, weighed, done)
    split = split_point(found, sizes, 1 - settings.preserve)
    values |= {"target": split.target, "characters": split.total}
    yield Step(
        kind="try",
        line=TARGET,
        attempt=0,
        ratio=1 - settings.preserve,
        text=(
            f"The JSON of the list has {split.total:,} characters. A user turn may start the kept part once "
            f"{split.target:,.0f} of them ({1 - settings.preserve:.0%}) stand before it."
        ),
        variables=dict(values),
    )
    at = split.at
    cut = found[at].rows[0] if at < len(found) else context.end
    values |= {"cut": cut, "split": at}
    yield narrate.candidate(context, found, split, sizes, cut, values)
    if not at:
        yield narrate.nothing(
            "Nothing stands before the cut, so the list stays as it is and no model is asked.", NOTHING, values
        )
        return
    yield from _settled(context, found, split, weighed, done, cut, values)


def _settled(
    context: Context,
    found: tuple[Content, ...],
    split: Split,
    weighed: Weighed,
    done: Shortened,
    cut: int,
    values: dict[str, Scalar],
) -> Iterator[Step]:
    limit, original = limit_of(context), values["original"]
    gone = [row for content in found[: split.at] for row in content.rows]
    kept = [row for content in found[split.at :] for row in content.rows]
    head = tokens_of(context, gone, weighed)
    whole = head < limit
    values |= {"head": head, "whole_head": whole}
    verdict = (
        "it fits, so the summarizer reads it unshortened" if whole else "so the summarizer reads the shortened one"
    )
    yield Step(
        kind="measure",
        line=HEAD,
        text=f"The head counts {head:,} tokens against a limit of {limit:,}: {verdict}.",
        variables=dict(values),
    )
    left = [row for row in kept if row in done.texts]
    effects = [Effect(fate="truncate", start=row, stop=row + 1, text=text) for row, text in sorted(done.texts.items())]
    tokens = sum(context.measured.counts[row] for row in kept)
    short = f", {len(left):,} of them with a shortened tool output" if left else ""
    yield Step(
        kind="apply",
        line=ASK,
        candidate=cut if kept else None,
        text=(
            f"{count(len(gone), 'message')} go{'es' if len(gone) == 1 else ''} to the summarizer, which is asked "
            f"twice: for a snapshot, and for what it left out. {count(len(kept), 'message')} "
            f"stay{'s' if len(kept) == 1 else ''}{short}."
        ),
        effects=(*effects, *ranges(gone, "summarize")),
        variables=dict(values),
    )
    yield Step(
        kind="decide",
        line=REJECT,
        candidate=cut if kept else None,
        valid=True,
        ratio=1 - context.parameters.preserve,
        kept_tokens=tokens,
        text=(
            f"{f'Cut at #{cut}' if kept else 'Nothing is kept word for word'}: a snapshot, an acknowledgement and "
            f"{tokens:,} tokens follow. If both answers are blank, or the new list counts more than {original:,} "
            "tokens, the old list stays; after the latter the next automatic runs only shorten tool outputs."
        ),
        variables=dict(values),
        decision=Decision(cut=cut, mode_used="compress"),
    )


def _only_shortened(
    context: Context, weighed: Weighed, done: Shortened, original: int, values: dict[str, Scalar]
) -> Iterator[Step]:
    """After an inflated summary: no model. The result is taken if it counts less than the list was reported to."""
    after = tokens_of(context, context.rows, weighed, done.texts)
    values |= {"after": after}
    if not done.texts or after >= original:
        claim = " The release reports success all the same." if after < original else ""
        yield narrate.nothing(
            f"An attempt failed before, so no model is asked, and {count(len(done.texts), 'output')} can be shortened: "
            f"{after:,} tokens estimated, {original:,} before. Nothing changes.{claim}",
            FAILED,
            values,
        )
        return
    yield Step(
        kind="apply",
        line=SHORTEN,
        text=f"{count(len(done.texts), 'tool output')} lose their middle.",
        effects=tuple(
            Effect(fate="truncate", start=row, stop=row + 1, text=text) for row, text in sorted(done.texts.items())
        ),
        variables=dict(values),
    )
    yield Step(
        kind="decide",
        line=FAILED,
        valid=True,
        kept_tokens=after,
        text=f"An attempt failed before, so no model is asked: {after:,} tokens estimated are less than {original:,}.",
        variables=dict(values),
        decision=Decision(cut=context.start, mode_used="truncate"),
    )
