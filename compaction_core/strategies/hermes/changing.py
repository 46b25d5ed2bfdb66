"""What Hermes leaves of messages that stay: pruned outputs, pairs mended, old images gone."""

from dataclasses import replace

from compaction_core.session import Message, Text, ToolCall
from compaction_core.strategies.context import Context
from compaction_core.strategies.hermes.arranging import Repaired
from compaction_core.strategies.hermes.pruning import Pruned, has_image, without_images
from compaction_core.strategies.remains import standing
from compaction_core.strategies.step import Effect, Fate

OLD_IMAGE = "[image taken out after a compaction]"
NO_CALL = "(a tool call without a result was taken out)"

Changed = dict[int, Effect]
"""What becomes of a message, by its place in the list."""


def pruning_effects(context: Context, pruned: Pruned) -> Changed:
    """The fate of each message that the pre-pass changes, and the tokens it leaves."""
    found: Changed = {}
    for i in sorted((*pruned.outputs, *pruned.messages)):
        row, text, instead = context.rows[i], pruned.outputs.get(i), pruned.messages.get(i)
        tokens = context.left(row, text, instead)
        fate: Fate = "clear" if instead is None else "truncate"
        found[i] = Effect(fate=fate, start=row, stop=row + 1, text=text, instead=instead, tokens=tokens)
    return found


def mended(context: Context, changed: Changed, kept: tuple[int, ...], torn: Repaired) -> tuple[Effect, ...]:
    """Orphans dropped, lone calls stripped, images before the newest picture of the user taken out."""
    messages = context.session.messages
    stay = [i for i in kept if i not in torn.dropped]
    pictured = (i for i in reversed(stay) if has_image(messages[context.rows[i]]))
    newest = next((i for i in pictured if messages[context.rows[i]].role == "user"), -1)
    effects = [Effect(fate="drop", start=context.rows[i], stop=context.rows[i] + 1) for i in sorted(torn.dropped)]
    for i in stay:
        row = context.rows[i]
        message = before = standing(messages[row], changed.get(i))
        if i in torn.stripped:
            message = without_calls(message, torn.stripped[i])
        if i < newest and has_image(message):
            message = without_images(message, OLD_IMAGE)
        if message is not before:
            effects.append(Effect(fate="truncate", start=row, stop=row + 1, instead=message))
    return tuple(effects)


def without_calls(message: Message, ids: frozenset[str]) -> Message:
    """The message without these calls; a note where nothing else is left to read."""
    parts = tuple(part for part in message.parts if not (isinstance(part, ToolCall) and part.id in ids))
    bare = not any(isinstance(part, ToolCall) or (part.kind == "text" and part.text.strip()) for part in parts)
    return replace(message, parts=(*parts, Text(text=NO_CALL)) if bare else parts)
