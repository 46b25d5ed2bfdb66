"""The request for the forgotten events: previews, one after another."""

from collections.abc import Sequence

from compaction_core.session import Message, Session
from compaction_core.strategies.openhands.events import Event
from compaction_core.strategies.openhands.parameters import OpenHandsParameters
from compaction_core.strategies.openhands.preview import Preview, caps, middle_cut, preview
from compaction_core.strategies.openhands.state import log
from compaction_core.strategies.openhands.view import enforced
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.summarizers.base import Line, SummaryRequest
from compaction_core.summarizers.prompts import prompt

BETWEEN = "\n"
ASK = "\n\nSummarize these events by the rules that you were given."


def request(session: Session, parameters: OpenHandsParameters, plan: Plan) -> SummaryRequest:
    """Instructions as a system message, previews and a closing line as the user's."""
    messages = session.messages
    events = log(messages, plan.start, plan.end)
    seen = enforced(events, events)
    attempts = int(plan.steps[-1].variables.get("reset_requests") or 0)
    limit = None
    if attempts > 1:
        texts = [preview(event, messages[event.message or 0]).text for event in seen]
        limit = caps(texts, attempts, parameters.hard_context_reset_context_scaling)
    by_message: dict[int, list[Event]] = {}
    for event in seen:
        by_message.setdefault(event.message or 0, []).append(event)

    def render(index: int, message: Message) -> Line | None:
        shown = [preview(event, message) for event in by_message.get(index, ())]
        return _line(index, message, shown, limit) if shown else None

    return reading(session, plan, prompt("openhands_first"), render, between=BETWEEN, frame=("", ASK))


def _line(index: int, message: Message, shown: Sequence[Preview], limit: int | None) -> Line:
    texts = [middle_cut(one.text, limit) for one in shown]
    cut = sum(max(0, len(one.text) - len(text)) for one, text in zip(shown, texts, strict=True))
    return Line(
        index=index,
        role=message.role,
        text="\n".join(f"<EVENT>\n{text}\n</EVENT>" for text in texts),
        dropped_chars=sum(one.dropped for one in shown) + cut,
    )
