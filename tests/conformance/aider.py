"""aider's sub-task, answered by the product's own functions."""

from typing import Any

from compaction_core.strategies.aider.summarizing import SUMMARY, levels, too_big
from tests.conformance.messages import session

Case = dict[str, Any]


def summarize(case: Case) -> Case:
    """A whole shortening with summaries of a given size."""
    params, messages, tokens = case["params"], session(case).messages, case["per_message_tokens"]
    rows = [i for i, message in enumerate(messages) if message.role in ("user", "assistant")]
    roles = [messages[row].role for row in rows]
    big = too_big(tokens, params["max_tokens"])
    sizes = (params["max_tokens"], params["max_input_tokens"], params["summary_tokens"])
    rounds = list(levels(roles, tokens, *sizes)) if big else []
    tail = rounds[-1].tail if rounds else tuple(range(len(rows)))
    kept = [rows[item] for item in tail]
    kinds, shown = ["summary"] * bool(rounds) + ["kept"] * len(kept), ["user"] * bool(rounds)
    shown += [messages[row].role for row in kept]
    if rounds and shown[-1] != "assistant":
        kinds, shown = [*kinds, "ack"], [*shown, "assistant"]
    return {
        "too_big": big,
        "counted_message_indexes": rows,
        "summarizer_inputs": [[_row(item, rows) for item in level.read] for level in rounds],
        "kept_indexes": kept,
        "first_kept_index": kept[0] if kept else None,
        "evicted_count": len(rows) - len(kept),
        "dropped_without_summary": sorted(rows[i] for level in rounds for i in level.dropped if i != SUMMARY),
        "result_kinds": kinds,
        "result_roles": shown,
        "main_model_used": bool(rounds) and params["weak_model"] != "ok",
    }


def _row(item: int, rows: list[int]) -> int:
    return SUMMARY if item == SUMMARY else rows[item]


TASKS = {"summarize": summarize}
