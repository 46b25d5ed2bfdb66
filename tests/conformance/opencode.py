"""opencode 1.14.34 and 1.18.34, and the second core of the latter: our answers to its recorded cases."""

from typing import Any

from compaction_core.session import Session
from compaction_core.strategies.base import strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.opencode import limits, pruning, second_core
from compaction_core.strategies.opencode.entries import read
from compaction_core.strategies.opencode.generations import GENERATIONS
from compaction_core.strategies.opencode.search import takes_apart, turn_starts
from compaction_core.strategies.opencode.tail import select as select_tail
from compaction_core.strategies.planner import settle
from compaction_core.tokens import Measured
from tests.conformance.messages import session

Case = dict[str, Any]


def _context(conversation: Session, window: int) -> Context:
    """The whole conversation; sizes come from the case."""
    strategy, number = strategies.get("opencode"), len(conversation.messages)
    measured = Measured(counter="opencode", basis="given", tools=0, columns={}, length=number)
    return Context(conversation, 0, number, measured, window, settle(strategy, {}))


def select(case: Case) -> Case:
    """The tail by the real sizes, earlier compactions, and what pruning would clear."""
    params, given = case["params"], case["given"]
    generation, config = GENERATIONS[params["release"]], params["config"]
    context = _context(session(case), params["context"])
    usable = limits.usable(params["context"], params["output"], params.get("input"), config.get("reserved"))
    budget = limits.budget(generation, usable, config.get("preserve_recent_tokens"))
    parts = takes_apart(context, tail=True, overflow=False)
    history, starts = parts.history, turn_starts(parts.history)
    turns = dict(zip(starts, given["turn_tokens"], strict=True))
    ends = given["suffix_to_turn_end_tokens"]
    limit = config.get("tail_turns", generation.tail_turns)

    def size(start: int, stop: int) -> int:
        return int(turns[start] if start in turns else ends[start])

    start = select_tail(starts, len(history), size, budget, limit).start
    entries = read(context.session.messages, context.rows).entries
    tokens = pruning.output_tokens(context)
    pruned = pruning.walk(entries, tokens, generation.protected_tools)
    return {
        "usable_tokens": usable,
        "preserve_recent_budget": budget,
        "turn_starts": [history[at].indexes[0] for at in starts],
        "hidden_message_indexes": list(parts.hidden),
        "previous_summary_message_index": parts.previous,
        "tail_start_message_index": None if start is None else history[start].indexes[0],
        "head_count": len(history) if start is None else start,
        "kept_count": 0 if start is None else len(history) - start,
        "tool_output_tokens": {str(o.message): tokens(o.message) for entry in entries for o in entry.outputs},
        "pruned_tool_message_indexes": list(pruned.applied()),
    }


def overflow(case: Case) -> Case:
    """The trigger's line, and whether a usage reaches it."""
    params = case["params"]
    generation, limit, config, tokens = (
        GENERATIONS[params["release"]], params["limit"], params["config"], params["tokens"],
    )  # fmt: skip
    line = limits.line(
        generation, limit["context"], config.get("auto", True), limit["output"], limit.get("input"),
        config.get("reserved"),
    )  # fmt: skip
    cache = tokens["cache"]
    seen = limits.count(
        generation, tokens.get("total") or 0, tokens["input"], tokens["output"], cache["read"], cache["write"]
    )
    return {
        "usable": limits.usable(limit["context"], limit["output"], limit.get("input"), config.get("reserved")),
        "is_overflow": line is not None and seen > line,
    }


def v2(case: Case) -> Case:
    """The second core's recent part, by the real sizes."""
    given = case["given"]
    numbers = given["serialized_entry_indexes"]
    first = second_core.recent(given["serialized_tokens"], case["params"]["keep_tokens"])
    entry = numbers[first] if first < len(numbers) else None
    return {
        "first_kept_entry": entry,
        "first_kept_message_index": None if entry is None else given["entry_to_message_indexes"][entry][0],
        "kept_count": len(numbers) - first,
        "head_count": first,
    }


TASKS = {"select": select, "overflow": overflow, "v2": v2}
