"""What Hermes leaves of messages that stay: pruned outputs, pairs mended, old images gone."""

from compaction_core.session import Message, Text, ToolCall
from compaction_core.strategies.base import Context, Effect
from compaction_core.strategies.hermes.arranging import Repaired
from compaction_core.strategies.hermes.pruning import Pruned, with_output, without_images
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message

OLD_IMAGE = "[image taken out after a compaction]"
NO_CALL = "(a tool call without a result was taken out)"

Left = dict[int, Message]
"""What stands of a changed message, by its number."""


def left_by(context: Context, pruned: Pruned) -> Left:
    """What the pre-pass leaves, by place in the list."""
    found = dict(pruned.messages)
    for i, text in pruned.outputs.items():
        found[i] = with_output(found.get(i, context.session.messages[context.rows[i]]), text)
    return found


def pruning_effects(context: Context, pruned: Pruned, left: Left) -> tuple[Effect, ...]:
    """The fate of each message that the pre-pass changes."""
    effects: list[Effect] = []
    for i in sorted(left):
        row = context.rows[i]
        if i in pruned.outputs and i not in pruned.messages:
            effects.append(Effect(fate="clear", start=row, stop=row + 1, text=pruned.outputs[i]))
        else:
            effects.append(Effect(fate="truncate", start=row, stop=row + 1, instead=left[i]))
    return tuple(effects)


def mended(context: Context, left: Left, kept: tuple[int, ...], torn: Repaired) -> tuple[Effect, ...]:
    """Orphans dropped, lone calls stripped, images before the newest picture of the user taken out."""
    messages = context.session.messages
    stay = [i for i in kept if i not in torn.dropped]
    pictured = (i for i in reversed(stay) if _has_image(messages[context.rows[i]]))
    newest = next((i for i in pictured if messages[context.rows[i]].role == "user"), -1)
    effects = [Effect(fate="drop", start=context.rows[i], stop=context.rows[i] + 1) for i in sorted(torn.dropped)]
    for i in stay:
        row = context.rows[i]
        message = before = left.get(i, messages[row])
        if i in torn.stripped:
            message = without_calls(message, torn.stripped[i])
        if i < newest and _has_image(message):
            message = without_images(message, OLD_IMAGE)
        if message is not before:
            effects.append(Effect(fate="truncate", start=row, stop=row + 1, instead=message))
    return tuple(effects)


def without_calls(message: Message, ids: frozenset[str]) -> Message:
    """The message without these calls; a note where nothing else is left to read."""
    parts = tuple(part for part in message.parts if not (isinstance(part, ToolCall) and part.id in ids))
    bare = not any(isinstance(part, ToolCall) or (part.kind == "text" and part.text.strip()) for part in parts)
    return message.model_copy(update={"parts": (*parts, Text(text=NO_CALL)) if bare else parts})


def _has_image(message: Message) -> bool:
    return any(part.kind == "image" for part in message.parts)


def recounted(context: Context, message: Message, before: int) -> int:
    """Tokens of a changed message; a counter that cannot count again keeps the old number."""
    known = context.measured.counter in counters.names()
    return count_message(message, counters.get(context.measured.counter)) if known else before
