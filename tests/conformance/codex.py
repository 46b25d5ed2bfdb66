"""Codex's sub-tasks, answered by the product's own functions."""

from typing import Any

from compaction_core.strategies.codex.keeping import is_candidate, said, select, shorten
from compaction_core.tokens import measure
from tests.conformance.messages import session

Case = dict[str, Any]


def select_(case: Case) -> Case:
    """Which user messages stay, and what becomes of the one that does not fit."""
    messages = session(case).messages
    rows = [i for i, message in enumerate(messages) if is_candidate(message)]
    chosen = select(case["per_message_tokens"], case["params"]["max_user_message_tokens"])
    kept, truncated = rows[chosen.first :], None
    if chosen.shortened is not None:
        index = rows[chosen.shortened]
        cut = shorten(said(messages[index]), chosen.left)
        assert cut is not None, "what does not fit is longer"
        kept = [index, *kept]
        truncated = {
            "index": index,
            "removed_tokens": cut.removed_tokens,
            "left_chars": len(cut.head),
            "right_chars": len(cut.tail),
        }
    return {
        "user_message_indexes": rows,
        "kept_user_indexes": kept,
        "truncated": truncated,
        "new_history": [*(f"user:{index}" for index in kept), "user:summary"],
        "evicted_count": len(messages) - len(kept),
    }


def estimate(case: Case) -> Case:
    """The estimator."""
    found = session(case)
    counts = measure(found, "codex").counts
    rows = [i for i, message in enumerate(found.messages) if is_candidate(message)]
    return {"user_message_indexes": rows, "per_message_tokens": [counts[i] for i in rows]}


TASKS = {"select": select_, "estimate": estimate}
