"""What the reading left out or found, as warnings."""

from collections import Counter
from collections.abc import Iterator

from compaction_core.importers.claude_code.path import Conversation
from compaction_core.importers.claude_code.rows import Reader
from compaction_core.session import Warning
from compaction_core.words import count


def warnings(conversation: Conversation, reader: Reader, repeated: int, place: tuple[int, int]) -> Iterator[Warning]:
    """Of one conversation; ``place`` is its number and how many there are."""
    if place[1] > 1:
        text = f"The file holds {place[1]} conversations (the context was cleared between); this is {place[0]}."
        yield Warning(code="several_conversations", text=text)
    if conversation.left_out:
        rows = count(conversation.left_out, "message row")
        prompts = count(conversation.left_out_prompts, "prompt")
        text = f"Left out {rows} ({prompts}) of rewound branches: the model no longer saw them."
        yield Warning(code="branches", text=text, line=conversation.first_left_out, count=conversation.left_out)
    if repeated:
        text = f"Left out {count(repeated, 'row')} that repeat an earlier row (same uuid)."
        yield Warning(code="repeated_rows", text=text, count=repeated)
    if reader.preserved:
        kept = count(reader.preserved, "message")
        text = f"A recorded compaction kept {kept} from before it; they are shown as hidden by it."
        yield Warning(code="preserved_messages", text=text, count=reader.preserved)
    yield from _counts("unknown_rows", "Left out rows of types that are not known", reader.unknown)
    yield from _counts("attachments", "Left out attachments not known to enter the context", reader.left_out)


def _counts(code: str, what: str, counts: Counter[str]) -> Iterator[Warning]:
    if counts:
        text = f"{what}: {', '.join(f'{k} ({n})' for k, n in sorted(counts.items()))}."
        yield Warning(code=code, text=text, count=counts.total())
