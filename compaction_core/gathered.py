"""The list the model had, as a session of its own, where a recorded compaction kept messages from before it.

Such a list has gaps in the file. Systems read a list without any, so it is put together here; whoever plans or
watches over it puts the numbers back (``strategies.renumbering``).
"""

from dataclasses import dataclass, replace
from functools import cached_property

from compaction_core.session import Session


@dataclass(frozen=True)
class Gathered:
    """A list without gaps, and where its messages stand in the file."""

    session: Session
    numbers: tuple[int, ...]
    """For each message of the list its number in the file, ascending."""

    @cached_property
    def places(self) -> dict[int, int]:
        """The way back: number in the file → place in the list."""
        return {number: place for place, number in enumerate(self.numbers)}


def gathered(session: Session, end: int) -> Gathered | None:
    """The list when it held the first ``end`` messages of the file; None where it has no gap to close.

    System prompts and the messages that the last recorded compaction kept come first, in the order of the file. What
    providers reported on those is left out: it was the size of the longer list before.
    """
    start = session.last_compaction(end)
    kept = session.kept_before.get(start, ())
    if not kept:
        return None
    messages = session.messages
    before = sorted({*kept, *(i for i in session.prompts if i < start)})
    numbers = (*before, *range(start, end))
    front = (replace(messages[i], usage=None) for i in before)
    (mark,) = [c for c in session.compactions if c.kind == "compact" and c.index == start][-1:]
    size = len(before)
    return Gathered(
        Session(
            format=session.format,
            title=session.title,
            version=session.version,
            model=session.model,
            context_window=session.context_window,
            tools=session.tools,
            messages=(*front, *messages[start:end]),
            compactions=(mark.model_copy(update={"index": size, "kept": tuple(range(size))}),),
        ),
        numbers,
    )
