"""OpenHands' sub-task, answered by the product's own functions over the case's events."""

from typing import Any

from compaction_core.strategies.openhands.choose import Settings, reasons
from compaction_core.strategies.openhands.condense import condense
from compaction_core.strategies.openhands.events import Condensation, Entry, Event, Request
from compaction_core.strategies.openhands.view import manipulation_indexes, view

Case = dict[str, Any]


def events_of(case: Case) -> list[Event]:
    """The case's events with the ids of their calls."""
    messages, tokens = case["messages"], case["per_event_tokens"]
    found = []
    for number, event in enumerate(case["events"]):
        message = messages[event["message_index"]]
        call = event["tool_call_number"]
        id = message["tool_calls"][call]["id"] if event["type"] == "action" else message.get("tool_call_id", "")
        found.append(
            Event(
                number, event["type"], event["message_index"], call, id, event["response_id"] or "",
                event["thinking"], tokens[number],
            )
        )  # fmt: skip
    return found


def condense_(case: Case) -> Case:
    """The view, the cut positions, the reasons and what comes of them."""
    params, log = case["params"], list[Entry](events_of(case))
    earlier = params["previous_condensation"]
    if earlier is not None:
        entry = Condensation(frozenset(earlier["forgotten_events"]), earlier["offset"], earlier["summary_chars"])
        log.insert(earlier["after_event"] + 1, entry)
    if params["condensation_request_appended"]:
        log.append(Request())
    seen, requested = view(log)
    settings = Settings(params["max_size"], params["keep_first"], params["minimum_progress"], params["max_tokens"])
    why = reasons(seen, settings, requested)
    done = condense(seen, settings, why, params["summarizer_failures"])
    answer: Case = {
        "view_events": names(seen),
        "manipulation_indices": manipulation_indexes(seen),
        "reasons": sorted(why),
        "error": "summarizer_failed" if done.way == "failed" else None,
        "condensed": done.forgets,
    }
    if not done.forgets:
        return answer
    gone = seen[done.start : done.end]
    ids = frozenset(event.id for event in gone)
    after, _ = view([*log, Condensation(ids, done.start, summary_id="new summary")])
    return answer | {
        "forgotten_events": names(gone),
        "summary_offset": done.start,
        "view_after": names(after),
        "summary_role": "user",
        "kept_indexes": messages(after),
        "evicted_indexes": messages(gone),
    }


def names(events: list[Event]) -> list[int | str]:
    """Event numbers, and "summary" for any summary."""
    return [event.id if isinstance(event.id, int) else "summary" for event in events]


def messages(events: list[Event]) -> list[int]:
    """Their messages, ascending."""
    return sorted({event.message for event in events if event.message is not None})


TASKS = {"condense": condense_}
