"""Hermes' sub-tasks, answered by the product's own functions."""

from typing import Any

from compaction_core.strategies.hermes import budget
from compaction_core.strategies.hermes.outcome import outcome
from compaction_core.strategies.hermes.pruning import prune
from compaction_core.strategies.hermes.tail import forward, head_size, row_of, tail
from compaction_core.tokens import measure
from tests.conformance.messages import session

Case = dict[str, Any]


def compress(case: Case) -> Case:
    """A whole compression with a scripted summarizer."""
    params, messages = case["params"], session(case).messages
    room, last = params["tail_token_budget"], params["protect_last_n"]
    before, after = case["per_message_tokens"], case["given"]["per_message_tokens_after_pruning"]
    pruned = prune(messages, before, room, last)
    rows = tuple(map(row_of, messages))
    head = head_size(rows, params["protect_first_n"])
    start = forward(rows, head)
    cut = tail(rows, after, start, room, last).cut
    done = outcome(
        rows, head, start, cut, answered=params["summarizer"] == "ok", abort_on_failure=params["abort_on_failure"]
    )
    return {
        "pruned_tool_message_indexes": sorted(pruned.outputs),
        "compress_start": start,
        "compress_end_without_pruning": tail(rows, before, start, room, last).cut,
        "compress_end": cut,
        "compressed": done.compressed,
        "used_previous_summary": done.previous,
        "fallback_used": done.fallback,
        "aborted": done.aborted,
        "summary_position": done.position,
        "summary_role": done.role,
        "summary_merged_into_index": done.merged,
        "result_length": done.length,
        "kept_count": len(done.kept),
        "evicted_indexes": sorted(set(range(len(rows))) - set(done.kept)),
    }


def threshold(case: Case) -> Case:
    """The trigger's line."""
    params = case["params"]
    percent = budget.effective_percent(params["context_length"], params["percent"])
    return {
        "effective_percent": percent,
        "threshold": budget.threshold(params["context_length"], percent, params["max_tokens"]),
    }


def estimate(case: Case) -> Case:
    """The estimator."""
    return {"per_message_tokens": list(measure(session(case), "hermes").counts)}


TASKS = {"compress": compress, "threshold": threshold, "estimate": estimate}
