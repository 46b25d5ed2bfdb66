"""What an effect leaves of a message, and how many tokens that has."""

from dataclasses import replace

from compaction_core.session import Message, Part, ToolResult
from compaction_core.strategies.step import Effect
from compaction_core.tokens import TokenCounter
from compaction_core.tokens.measure import count_message


def standing(message: Message, effect: Effect | None) -> Message:
    """What stands in the view of a message that is not gone: itself, or what the effect leaves of it.

    A blanked tool result keeps its id and loses its content and images.
    """
    if effect is None or effect.fate == "keep":
        return message
    if effect.instead is not None:
        return effect.instead
    return message if effect.text is None else replace(message, parts=_blanked(message, effect.text))


def count_blanked(message: Message, text: str, counter: TokenCounter) -> int:
    """Tokens of a message with ``text`` as its tool output; thousands of them are counted in one plan."""
    parts = _blanked(message, text)
    if len(parts) < len(message.parts) or message.summary is not None:  # then the frame may be another one too
        return count_message(replace(message, parts=parts), counter)
    return count_message(message, counter, parts)


def _blanked(message: Message, text: str) -> tuple[Part, ...]:
    parts: list[Part] = [
        # made anew: copying so small a record takes longer
        ToolResult(call_id=part.call_id, text=text, is_error=part.is_error) if part.kind == "tool_result" else part
        for part in message.parts
        if part.kind != "image"
    ]
    return tuple(parts)
