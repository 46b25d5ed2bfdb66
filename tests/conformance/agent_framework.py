"""Agent Framework's sub-tasks, answered by the product's own steps.

The case's list holds its system messages, as the framework's would if someone put them there; a strategy of the
product plans over the list without them.
"""

from collections.abc import Iterator
from typing import Any

from compaction_core.session import Message
from compaction_core.strategies.agent_framework import collapsing, composed, excluding, parameters, summarizing
from compaction_core.strategies.agent_framework.groups import Group, grouped
from compaction_core.strategies.agent_framework.standing import Material
from compaction_core.strategies.agent_framework.summarization import estimated
from compaction_core.strategies.agent_framework.transcript import chars
from compaction_core.strategies.step import Effect, Step
from tests.conformance.messages import message

Case = dict[str, Any]


def _material(case: Case) -> Material:
    messages = tuple(map(message, case["messages"]))
    size = len(messages)
    tokens = case.get("per_message_tokens") or [0] * size
    return Material(messages, range(size), tokens, 0, size, lambda replaced: len(replaced.text))


def _of(case: Case, *names: str) -> dict[str, Any]:
    return {name: case["params"][name] for name in names}


def _steps(case: Case, found: Material) -> Iterator[Step]:
    """The product's steps for the case's strategy."""
    params = case["params"]
    match case["strategy"]:
        case "truncation":
            counted = case.get("per_message_tokens") is not None
            settings = _of(case, "max_n", "compact_to", "preserve_first_user_group")
            return excluding.truncation(found, parameters.TruncationParameters(tokenizer=counted, **settings), None)
        case "sliding-window":
            return excluding.sliding_window(found, parameters.SlidingWindowParameters(**_of(case, "keep_last_groups")))
        case "selective-tool-call":
            return excluding.selective_tool_call(found, parameters.ToolGroupParameters(**params))
        case "tool-result":
            return collapsing.tool_result(found, parameters.ToolGroupParameters(**params))
        case "summarization":
            names = ("target_count", "threshold", "max_summary_input_tokens")
            settings = parameters.SummarizationParameters(**_of(case, *names))
            sizes = case["given"]["rendered_chars_without_number"]

            def cost(group: Group, first: int) -> int:
                return estimated(chars((sizes[place] for place in group.places), first))

            return summarizing.steps(found, settings, cost, params["prompt_tokens"])
        case "token-budget":
            return composed.token_budget(found, parameters.TokenBudgetParameters(**params), None)
        case _:
            settings = parameters.ContextWindowParameters(**_of(case, "max_output_tokens"))
            return composed.context_window(found, settings, params["max_context_window_tokens"])


def run(case: Case) -> Case:
    """Groups, and what the steps leave of the list."""
    found = _material(case)
    groups = grouped(found.messages)
    group_of = {place: number for number, group in enumerate(groups) for place in group.places}
    effects: dict[int, Effect] = {}
    steps = tuple(_steps(case, found))
    for step in steps:
        for effect in step.effects:
            effects.update(dict.fromkeys(range(effect.start, effect.stop), effect))
    gone = [place for place, effect in effects.items() if effect.fate == "summarize"]
    called = bool(gone)
    if case["params"].get("summarizer", "ok") != "ok":  # a failure or a blank answer changes nothing
        effects, gone = {}, []
    projection: list[Any] = []
    decision = steps[-1].decision
    for place in range(len(found.messages)):
        if gone and decision is not None and place == decision.summary_at:
            projection.append({"summary_of": sorted(gone), "role": "assistant"})
        effect = effects.get(place)
        if effect is None:
            projection.append(place)
        elif effect.instead is not None:
            projection.append(_instead(groups[group_of[place]], effect.instead))
    return {
        "group_of_message": [group_of[place] for place in range(len(found.messages))],
        "group_kinds": [group.kind for group in groups],
        "changed": bool(effects),
        "kept_indexes": [place for place in range(len(found.messages)) if place not in effects],
        "projection": projection,
        "summarizer_called": called,
    }


def _instead(group: Group, replaced: Message) -> Case:
    return {"summary_of": list(group.places), "role": replaced.role}


TASKS = dict.fromkeys(
    (
        "truncation",
        "sliding-window",
        "selective-tool-call",
        "tool-result",
        "summarization",
        "token-budget",
        "context-window",
    ),
    run,
)
