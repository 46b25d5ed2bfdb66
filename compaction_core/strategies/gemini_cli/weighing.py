"""Tokens and characters of the list, by the release's own estimate or by a counter that was chosen by hand."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from compaction_core.session import Text
from compaction_core.strategies.context import Context
from compaction_core.strategies.gemini_cli.contents import ESTIMATE, Content, Size, json_chars
from compaction_core.strategies.gemini_cli.shortening import Output, Shortened
from compaction_core.tokens import counters
from compaction_core.tokens.gemini_cli import response_length, text_units

Weighed = Mapping[int, Size]
"""The size of each message of the list."""


def own(context: Context) -> bool:
    """Whether the release's own estimate decides; a counter chosen by hand is honoured."""
    return context.measured.counter == ESTIMATE.name


def counting(context: Context) -> Callable[[str], int]:
    """Tokens of a text, by the context's counter where it can count new ones."""
    if own(context) or context.measured.counter not in counters.names():
        return lambda text: text_units(text) // 4
    counter = counters.get(context.measured.counter)
    return lambda text: counter.tokens(counter.units(Text(text=text)))


def outputs_of(context: Context) -> Iterator[Output]:
    """The tool outputs of the list, oldest first."""
    exact = own(context)
    for row in context.rows:
        message = context.session.messages[row]
        result = message.result if message.role == "tool" else None
        if result is not None:
            tokens = text_units(result.text) // 4 if exact else context.measured.counts[row]
            yield Output(row, result.text, tokens)


def tokens_of(
    context: Context, rows: Sequence[int], weighed: Weighed, texts: Mapping[int, str] = MappingProxyType({})
) -> int:
    """One estimate over all parts of these messages, with ``texts`` in place of their tool outputs."""
    counts = context.measured.counts
    if not own(context):
        count = counting(context)
        return sum(count(texts[row]) if row in texts else counts[row] for row in rows)
    changed = 0
    for row, text in texts.items():
        changed += response_length(text) - weighed[row].answer
    return ESTIMATE.tokens(sum(weighed[row].units for row in rows) + changed)


def json_sizes(found: tuple[Content, ...], weighed: Weighed, done: Shortened) -> list[int]:
    """Characters of the JSON after the pre-pass."""
    sizes = [json_chars(content, weighed) for content in found]
    if done.texts:
        place = {row: index for index, content in enumerate(found) for row in content.rows}
        for row, text in done.texts.items():
            sizes[place[row]] += response_length(text) - weighed[row].answer
    return sizes
