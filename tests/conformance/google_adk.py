"""Google ADK's sub-task, answered by the product's own functions.

An earlier compaction of a case is an event behind the message ``after_index``, with a range of its own; in a file it is
a summary among the messages.
"""

from typing import Any

from compaction_core.session import Message
from compaction_core.strategies.google_adk.choosing import Settings, choose
from compaction_core.strategies.google_adk.events import Event, events_of, view
from compaction_core.strategies.google_adk.selecting import span
from compaction_core.strategies.google_adk.sizes import sizes, summary_chars
from tests.conformance.messages import session

Case = dict[str, Any]


def after_invocation(case: Case) -> Case:
    """Both ways, and the view after them."""
    params = case["params"]
    listed = [(i, message) for i, message in enumerate(session(case).messages) if not message.is_prompt]
    events, lengths = _log(listed, params["previous_compactions"])
    tokens = (params["token_threshold"], params["event_retention_size"]) if "token_threshold" in params else None
    window = (params["compaction_interval"], params["overlap_size"]) if "compaction_interval" in params else None
    of_message = sizes(events, dict(listed))
    tried = choose(
        events, Settings(tokens, window), params["estimated_prompt_tokens"],
        lambda place: lengths[place] if place in lengths else of_message(place),
    )  # fmt: skip
    found = tried[-1].found if tried and tried[-1].verdict == "compacts" else None
    answer: Case = {"compacted": found is not None, "trigger": None}
    if found is not None:
        start, end = span(events, found)
        answer |= {
            "trigger": found.trigger,
            "start_timestamp": start,
            "end_timestamp": end,
            "summarizer_input_indexes": [
                *([] if found.seed is None else ["previous_summary"]),
                *(events[place].message for place in found.chosen),
            ],
        }
        events = (*events, Event(end, None, span=(start, end)))
    return {**answer, **_seen(events)}


def _log(listed: list[tuple[int, Message]], compactions: list[Case]) -> tuple[tuple[Event, ...], dict[int, int]]:
    """The log with its earlier compactions, and the characters of their summaries by place."""
    log: list[Event] = []
    lengths: dict[int, int] = {}
    waiting = sorted(compactions, key=lambda row: row["after_index"])
    for event in (*events_of(listed), None):
        while waiting and (event is None or (event.message or 0) > waiting[0]["after_index"]):
            row = waiting.pop(0)
            lengths[len(log)] = summary_chars("x" * row["summary_chars"])
            log.append(Event(row["end_timestamp"], None, span=(row["start_timestamp"], row["end_timestamp"])))
        if event is not None:
            log.append(event)
    return tuple(log), lengths


def _seen(events: tuple[Event, ...]) -> Case:
    shown = [events[place] for place in view(events)]
    kept = [event.message for event in shown if event.span is None]
    summaries = [at for at, event in enumerate(shown) if event.span is not None]
    return {
        "view_after": [event.message if event.span is None else {"summary_range": list(event.span)} for event in shown],
        "kept_indexes": kept,
        "evicted_indexes": [event.message for event in events if event.span is None and event.message not in kept],
        "summary_position": summaries[-1] if summaries else None,
        "summary_role": "model" if summaries else None,
    }


TASKS = {"after-invocation": after_invocation}
