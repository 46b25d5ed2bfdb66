"""pi's sub-tasks, answered by the product's own functions.

System messages are no entries. A summary's first kept entry is the next one, or the one ``summary_kept_before`` entries
earlier.
"""

from typing import Any

from compaction_core.strategies.pi.cut import Preparation, find_cut_point, prepare
from compaction_core.strategies.pi.entries import kind_of
from compaction_core.strategies.pi.files import file_lists
from compaction_core.strategies.pi.trigger import context_tokens, should_compact
from compaction_core.tokens import measure
from tests.conformance.messages import session

Case = dict[str, Any]


def cut(case: Case) -> Case:
    """The cut over the whole list, and what one compaction takes."""
    messages, params = session(case).messages, case["params"]
    rows = [i for i, message in enumerate(messages) if not message.is_prompt]
    kinds, tokens = [kind_of(messages[i]) for i in rows], [case["per_message_tokens"][i] for i in rows]
    keep, end = params["keepRecentTokens"], len(messages)
    whole = find_cut_point(kinds, tokens, 0, len(rows), keep)
    last = max((i for i, kind in enumerate(kinds) if kind == "summary"), default=None)
    start = None if last is None else _first_kept(last, params)
    found = prepare(kinds, tokens, keep, start)
    answer: Case = {
        "find_cut_point": {
            "first_kept_index": rows[whole.first_kept] if whole.first_kept < len(rows) else end,
            "turn_start_index": -1 if whole.turn_start is None else rows[whole.turn_start],
            "is_split_turn": whole.turn_start is not None,
        },
        "prepare": None,
    }
    if found is not None:
        live = [i for i in range(found.start, len(rows)) if kinds[i] != "summary"]
        live = live if found.previous is None else [found.previous, *live]
        before = context_tokens([messages[rows[i]] for i in live], [tokens[i] for i in live])
        answer["prepare"] = {
            **_taken(found, rows),
            "tokens_before": before,
            "should_compact": should_compact(before, params["contextWindow"], params["reserveTokens"]),
            "previous_summary_message_index": None if found.previous is None else rows[found.previous],
            "kept_count": sum(kind != "summary" for kind in kinds[found.cut.first_kept :]),
            **_files(found, rows, messages),
        }
    return answer


def _first_kept(last: int, params: Case) -> int:
    before = params.get("summary_kept_before")
    return max(0, last - before) if before else last + 1


def _taken(found: Preparation, rows: list[int]) -> Case:
    return {
        "first_kept_index": rows[found.cut.first_kept],
        "is_split_turn": found.cut.turn_start is not None,
        "summarized_indexes": [rows[i] for i in found.history],
        "turn_prefix_indexes": [rows[i] for i in found.prefix],
    }


def _files(found: Preparation, rows: list[int], messages: Any) -> Case:
    files = file_lists(messages[rows[i]] for i in (*found.history, *found.prefix))
    return {"read_files": list(files.read), "modified_files": list(files.modified)}


def estimate(case: Case) -> Case:
    """The estimator."""
    found = session(case)
    counts = measure(found, "pi").counts
    return {"per_message_tokens": [None if m.is_prompt else n for m, n in zip(found.messages, counts, strict=True)]}


TASKS = {"cut": cut, "estimate": estimate}
