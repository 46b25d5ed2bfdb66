"""How systems see a conversation grow: what they count, and when they look. Shared by strategies."""

from collections.abc import Callable, Sequence
from itertools import accumulate

from compaction_core.session import Message
from compaction_core.strategies.context import Context


def overhead(context: Context) -> int:
    """Tokens of system prompt and tools: as typed in, else as the file has them, by the context's counter."""
    if context.overhead is not None:
        return context.overhead
    system = sum(context.measured.columns.get("system", ()))
    return system + context.measured.tools


def counted(context: Context) -> tuple[int, ...]:
    """Overhead plus every message so far, by the context's counter; one entry per planned message."""
    sizes = list(context.measured.counts[context.start : context.end])
    for prompt in _prompts(context):
        sizes[prompt - context.start] = 0
    return tuple(accumulate(sizes, initial=overhead(context)))[1:]


def reported(context: Context) -> tuple[int, ...]:
    """The last total that a provider reported plus an estimate of what came later; ``counted`` before the first.

    A usage from before the newest summary of the list is stale and not used.
    """
    counts, messages = context.measured.counts, context.session.messages
    seen: list[int] = []
    total, newest, prompts = overhead(context), None, _prompts(context)
    for index in range(context.start, context.end):
        message = messages[index]
        if message.summary is not None:
            newest = message.timestamp
        if message.role == "assistant" and message.usage is not None and message.usage.total > 0:
            stale = newest is not None and message.timestamp is not None and message.timestamp <= newest
            total = total + counts[index] if stale else message.usage.total
        elif index not in prompts:
            total += counts[index]
        seen.append(total)
    return tuple(seen)


def prompted(context: Context) -> tuple[int, ...]:
    """The size of the last request that a provider reported, and nothing of what came later.

    ``counted`` before the first report; stale usage as in ``reported``.
    """
    counts, messages = context.measured.counts, context.session.messages
    seen: list[int] = []
    total, newest, known, prompts = overhead(context), None, False, _prompts(context)
    for index in range(context.start, context.end):
        message = messages[index]
        if message.summary is not None:
            newest = message.timestamp
        if message.role == "assistant" and message.usage is not None and message.usage.context > 0:
            stale = newest is not None and message.timestamp is not None and message.timestamp <= newest
            total, known = (total, known) if stale else (message.usage.context, True)
        if not known and index not in prompts:
            total += counts[index]
        seen.append(total)
    return tuple(seen)


def numbered(context: Context) -> tuple[int, ...]:
    """Messages so far, system prompts left out."""
    prompts = _prompts(context)
    return tuple(accumulate(int(i not in prompts) for i in range(context.start, context.end)))


def _prompts(context: Context) -> frozenset[int]:
    """The planned messages that are prompts: the session knows them, and to ask every message takes longer."""
    return frozenset(i for i in context.session.prompts if context.start <= i < context.end)


def before_calls(context: Context) -> tuple[bool, ...]:
    """After a user's message or the last result of a batch: the model is called next."""
    return _where(context, lambda message, after: message.role in ("user", "tool") and not _goes_on(message, after))


def after_answers(context: Context) -> tuple[bool, ...]:
    """After every answer of the model."""
    return _where(context, lambda message, _: message.role == "assistant")


def after_turns(context: Context) -> tuple[bool, ...]:
    """After the answer that ends a turn: one without a call, before the user speaks again or at the end."""
    return _where(
        context,
        lambda message, after: (
            message.role == "assistant" and (after is None or after.role == "user") and not message.calls
        ),
    )


def _goes_on(message: Message, after: Message | None) -> bool:
    """Whether the next row belongs to the same request."""
    return after is not None and (after.role == message.role or (message.role == "user" and after.role == "tool"))


def _where(context: Context, looks: Callable[[Message, Message | None], bool]) -> tuple[bool, ...]:
    messages: Sequence[Message] = context.messages
    following: list[Message | None] = [*messages[1:], *([None] if messages else [])]
    return tuple(looks(message, after) for message, after in zip(messages, following, strict=True))
