"""What opencode says beside the summary: the question that it answers, and a message that sets the agent going again.

The summary is an assistant message that answers a request of the user. After an automatic compaction the agent is told
to go on; after an overflow the last user message is posted again, with labels in place of pictures and files.
"""

from compaction_core.session import File, Image, Message, Part, Session, Text
from compaction_core.strategies.base import Addition
from compaction_core.strategies.opencode.rendering import label
from compaction_core.strategies.plans import Plan
from compaction_core.summarizers.base import Wrapper

QUESTION = "What has been done in this session up to here?"
GO_ON = "Go on with the next step if there is one. Otherwise stop, and ask how to proceed."
MEDIA_LEFT_OUT = (
    "The last request was too large because of attached media. Those were taken out; if they are needed, ask for "
    "smaller ones.\n\n"
)


def wrapper() -> Wrapper:
    """The bare summary as an assistant message."""
    return Wrapper(role="assistant", template="{summary}")


def additions(plan: Plan, session: Session) -> tuple[Addition, ...]:
    """The request in front of the summary, and the message at the end. Nothing ends a manual compaction."""
    question = Addition(place="before_summary", message=_user(QUESTION))
    triggered_by = plan.parameters["triggered_by"]
    if triggered_by == "manual":
        return (question,)
    again = posted_again(plan)
    if again is not None:
        return (question, Addition(place="end", message=again_without_media(session.messages[again])))
    note = MEDIA_LEFT_OUT if triggered_by == "overflow" else ""
    return (question, Addition(place="end", message=_user(note + GO_ON)))


def posted_again(plan: Plan) -> int | None:
    """The message that was set aside, as the steps tell it."""
    found = (step.variables["again"] for step in plan.steps if "again" in step.variables)
    index = next(found, None)
    return index if isinstance(index, int) else None


def again_without_media(message: Message) -> Message:
    """The same words, with labels in place of pictures and unreadable files."""
    parts: list[Part] = []
    for part in message.parts:
        media = isinstance(part, Image) or (isinstance(part, File) and part.text is None)
        parts.append(Text(text=label(part)) if media and isinstance(part, Image | File) else part)
    return Message(role="user", parts=tuple(parts), flags=("synthetic",))


def _user(text: str) -> Message:
    return Message(role="user", parts=(Text(text=text),), flags=("synthetic",))
