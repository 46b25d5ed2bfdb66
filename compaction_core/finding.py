"""Finding messages: by text, role and fate."""

from collections.abc import Collection

from compaction_core.session import Message, Reasoning, Session
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.step import Fate


def find(
    session: Session,
    query: str = "",
    roles: Collection[str] = (),
    fates: Collection[Fate] = (),
    plan: Plan | None = None,
) -> tuple[int, ...]:
    """Indexes of the messages that hold ``query`` (any case), have one of the roles and one of the fates.

    An empty condition lets everything pass. Messages outside the planned range have no fate.
    """
    wanted = query.casefold()
    found = []
    for index, message in enumerate(session.messages):
        if roles and message.role not in roles:
            continue
        if fates and (plan is None or fate_of(plan, index) not in fates):
            continue
        if wanted and wanted not in searchable(message).casefold():
            continue
        found.append(index)
    return tuple(found)


def fate_of(plan: Plan, index: int) -> Fate | None:
    """The fate of a message, None outside the planned range."""
    return plan.fate(index) if plan.start <= index < plan.end or index in plan.retained else None


def searchable(message: Message) -> str:
    """Everything readable in a message: text, reasoning, calls with their arguments."""
    thoughts = (part.text for part in message.parts if isinstance(part, Reasoning))
    calls = (f"{call.name} {call.arguments}" for call in message.calls)
    return "\n".join((message.text, *thoughts, *calls))


def preview(message: Message, length: int = 140) -> str:
    """The message in one line of at most ``length`` characters."""
    told = message.text
    start = " ".join(told[: 2 * length].split())
    if len(start) > length:  # most messages end here, and pictures ask this of thousands
        return start[: length - 1] + "…"
    calls = ", ".join(f"{call.name}({call.arguments})" for call in message.calls)
    text = " ".join(f"{told[: 4 * length]} {calls[: 4 * length]}".split())
    if not text:
        text = " ".join(part.kind for part in message.parts)
    return text if len(text) <= length else text[: length - 1] + "…"


def cut_at_end(session: Session | None, plan: Plan) -> str:
    """What a cut behind the last message means: some systems keep messages in front of it all the same."""
    stay = plan.indexes("keep", "clear", "truncate")
    kept = [i for i in stay if session is None or not session.messages[i].is_prompt]
    return "cut at the end" if kept else "nothing is kept"


def kept_goal(plan: Plan) -> tuple[str, float] | None:
    """What the kept part is held against, and the words for it; None where nothing kept is held against anything.

    A search over ratios takes the first cut strictly under its goal; others keep up to a number, or from one on.
    """
    held = (s for s in plan.steps if s.goal is not None and s.kept_tokens is not None and s.candidate is not None)
    step = next(held, None)
    if step is None or step.goal is None:
        return None
    return ("under " if step.ratio is not None else ""), step.goal
