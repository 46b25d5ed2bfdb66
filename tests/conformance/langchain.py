"""LangChain's sub-tasks, answered by the product's own functions over whole lists, system messages included."""

from dataclasses import replace
from itertools import accumulate
from typing import Any

from compaction_core.session import Message
from compaction_core.strategies.langchain.clearing import clear
from compaction_core.strategies.langchain.counting import Report, scaled
from compaction_core.strategies.langchain.cut import cutoff, keep_of
from compaction_core.strategies.langchain.reach import reach
from compaction_core.strategies.langchain.shared import Recount
from compaction_core.strategies.langchain.trigger import Clause, Condition, met
from compaction_core.strategies.langchain.trimming import KINDS, Kind, part_of, trim_first, trim_last
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message
from tests.conformance.messages import session

Case = dict[str, Any]


def messages_of(case: Case) -> list[Message]:
    """The conversation with the names of its messages."""
    found = zip(session(case).messages, case["messages"], strict=True)
    return [replace(message, name=row.get("name")) for message, row in found]


def size(message: Message) -> int:
    return count_message(message, counters.get("langchain"))


def clauses(trigger: Any) -> tuple[Clause, ...]:
    """A pair, an object of conditions, or a list of either."""
    if isinstance(trigger, dict):
        return (tuple(Condition(kind, value) for kind, value in trigger.items()),)
    if isinstance(trigger[0], str):
        return ((Condition(trigger[0], trigger[1]),),)
    return tuple(clause for one in trigger for clause in clauses(one))


def summarization(case: Case) -> Case:
    """Trigger, cut, and what the summarizer reads."""
    params, messages, counts = case["params"], messages_of(case), case["per_message_tokens"]
    usage = {one["index"]: one for one in params.get("usage_metadata") or ()}
    said = [
        Report(usage.get(i, {}).get("model_provider"), usage.get(i, {}).get("total_tokens"))
        if message.role == "assistant"
        else None
        for i, message in enumerate(messages)
    ]
    table = params["token_counter"] == "table"
    if table:
        said = [None] * len(messages)
    total = scaled(counts, said)[-1]
    window = params["max_input_tokens"]
    fires = met(clauses(params["trigger"]), len(messages), total, window)
    keep = keep_of(params["keep"][0], params["keep"][1], window)
    assert keep is not None, "a fraction comes with a limit"
    cut = cutoff(messages, list(accumulate(counts, initial=0)), total, keep).cut
    answer: Case = {
        "total_tokens": total, "trigger_fires": fires, "cut_index_if_run": cut, "compacted": fires and cut > 0,
    }  # fmt: skip
    if not answer["compacted"]:
        return answer

    def part(place: int, room: int) -> Message | None:
        return None if table else part_of(messages[place], room, size, newest=True)

    read = reach(messages[:cut], counts[:cut], said[:cut], params["trim_tokens_to_summarize"], part).kept
    return answer | {
        "cut_index": cut,
        "kept_indexes": list(range(cut, len(messages))),
        "summary_position": 0,
        "summary_role": "user",
        "summarizer_called": bool(read),
        "summarizer_input_indexes": list(read),
    }


def clear_tool_uses(case: Case) -> Case:
    """What is cleared, where the trigger is exceeded."""
    params, counts = case["params"], case["per_message_tokens"]
    total = sum(counts)
    if total <= params["trigger"]:
        return {
            "tokens_before": total, "tokens_after": total, "cleared_tool_message_indexes": [], "cleared_inputs": {},
        }  # fmt: skip
    done = clear(
        messages_of(case),
        counts,
        Recount("langchain"),
        keep=params["keep"],
        clear_at_least=params["clear_at_least"],
        clear_tool_inputs=params["clear_tool_inputs"],
        exclude_tools=params["exclude_tools"],
        placeholder="x" * params["placeholder_chars"],
    )
    return {
        "tokens_before": done.tokens_before,
        "tokens_after": done.tokens_after,
        "cleared_tool_message_indexes": [result for result, _ in done.cleared],
        "cleared_inputs": {str(index): sorted(ids) for index, ids in done.inputs.items()},
    }


def trim_messages(case: Case) -> Case:
    """What stays of a list."""
    params, prefix = case["params"], list(accumulate(case["per_message_tokens"], initial=0))
    kinds = [KINDS[message.role] for message in messages_of(case)]

    def count(start: int, stop: int) -> int:
        return prefix[stop] - prefix[start]

    if params["keep_end"] == "first":
        trimmed = trim_first(kinds, params["max_tokens"], count, end_on=many(params["end_on"]))
    else:
        trimmed = trim_last(
            kinds,
            params["max_tokens"],
            count,
            start_on=many(params["start_on"]),
            end_on=many(params["end_on"]),
            include_system=params["include_system"],
        )
    return {"kept_indexes": list(trimmed.kept)}


def many(kinds: str | list[Kind] | None) -> list[Any]:
    """One kind or several."""
    return [] if kinds is None else [kinds] if isinstance(kinds, str) else kinds


def estimate(case: Case) -> Case:
    """The estimator."""
    return {"per_message_tokens": [size(message) for message in messages_of(case)]}


TASKS = {
    "summarization": summarization,
    "clear-tool-uses": clear_tool_uses,
    "trim-messages": trim_messages,
    "estimate": estimate,
}
