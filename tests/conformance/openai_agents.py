"""OpenAI's sub-tasks, answered by the product's own functions."""

from typing import Any

from compaction_core.strategies import Context, strategies
from compaction_core.strategies.openai_agents.items import context_start, items, recent_boundary
from compaction_core.strategies.openai_agents.rules import resolved, sandbox_threshold
from compaction_core.strategies.planner import plan_context, settle
from compaction_core.tokens import Measured
from tests.conformance.messages import session

Case = dict[str, Any]


def items_(case: Case) -> Case:
    """Candidates, trigger, trimmer and context, over a list that holds system messages too."""
    params, conversation = dict(case["params"]), session(case)
    found = items(conversation.messages, range(len(conversation.messages)))
    candidates = [item.row for item in found if item.is_candidate]
    boundary = recent_boundary(found, params["recent_turns"])
    return {
        "candidate_message_indexes": candidates,
        "candidate_count": len(candidates),
        "should_trigger_default": _fires(case, len(candidates)),
        "recent_boundary_item_index": boundary,
        "trimmed_message_indexes": _trimmed(case, params),
        "context_first_item_index": context_start(found),
    }


def _fires(case: Case, candidates: int) -> bool:
    strategy, conversation = strategies.get("openai-agents"), session(case)
    context = Context(conversation, 0, 1, _uncounted(case), None, strategy.parameters())
    return strategy.fires(context, (candidates,), (True,)) == (True,)


def _trimmed(case: Case, params: Case) -> list[int]:
    strategy, conversation = strategies.get("openai-agents-trimmer"), session(case)
    tools = params.get("trimmable_tools")
    given = {**params, "trimmable_tools": None if tools is None else ",".join(tools)}
    context = Context(
        conversation, 0, len(conversation.messages), _uncounted(case), None, settle(strategy, given)
    )  # fmt: skip
    return list(plan_context(strategy, context).indexes("truncate"))


def _uncounted(case: Case) -> Measured:
    """No token decides here."""
    return Measured(counter="given", basis="given", tools=0, columns={}, length=len(case["messages"]))


def threshold(case: Case) -> Case:
    """The sandbox capability's line."""
    return {"threshold": sandbox_threshold(case["params"]["policy"], case["params"]["known_context_window"])}


def mode(case: Case) -> Case:
    """How the history is named."""
    params = case["params"]
    return {"resolved": resolved(params["mode"], params["has_previous_response_id"], params["store"])}


TASKS = {"items": items_, "threshold": threshold, "mode": mode}
