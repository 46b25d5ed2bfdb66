"""The Letta server's sub-tasks, answered by the product's own functions."""

from dataclasses import replace
from typing import Any

from compaction_core.session import Message
from compaction_core.strategies import strategies
from compaction_core.strategies.letta_server import transcript
from compaction_core.strategies.letta_server.carried import Carried, carry_out
from compaction_core.strategies.letta_server.listed import Listed
from compaction_core.strategies.letta_server.parameters import DEFAULT_PERCENTAGE, LettaServerParameters
from compaction_core.strategies.letta_server.routing import Route, route
from compaction_core.strategies.letta_server.running import Reply, Sent
from compaction_core.strategies.letta_server.search import Search, search
from compaction_core.tokens.letta_server import APPROVAL, list_tokens
from tests.conformance.messages import message

Case = dict[str, Any]


def row(case: Case) -> Message:
    """A message; one with Letta's own role as an importer would load it."""
    made = message(case)
    name = case.get("name") if case["role"] == "tool" else None
    if case.get("letta_role") == "approval":
        return replace(made, role="user", name=APPROVAL, flags=("meta",))
    return replace(made, name=name)


def plan(case: Case) -> Case:
    """The sliding-window search over the whole list, the first message in the place of the system message."""
    params, messages = case["params"], tuple(map(row, case["messages"]))
    injected = params["token_mode"] == "injected"
    rows = Listed(messages, case["per_message_tokens"] if injected else [0] * len(messages), additive=True)
    ratio = DEFAULT_PERCENTAGE if params.get("percentage") is None else params["percentage"]

    def count(cut: int) -> int:
        return rows.count(cut) if injected else int(case["kept_tokens_by_cutoff"][str(cut)])

    found = search(rows.legal, rows.ends_in_approval, ratio, params["context_window"], count)
    cut = found.cut
    return {
        **_found(found, ratio),
        "evicted_count": None if cut is None else cut - 1,
        "kept_count": None if cut is None else 1 + rows.size - cut,
        "estimate_kept": None if cut is None else count(cut),
        "estimate_before": rows.count(1) if injected else None,
    }


def _found(found: Search, ratio: float) -> Case:
    return {
        "error": found.refused,
        "cutoff_index": found.cut,
        "goal_tokens": found.goal,
        "maximum_cutoff_index": found.maximum,
        "percentage_used": ratio,
        "eviction_percentage_final": found.ratio,
        "attempts": [
            {
                "percentage": tried.ratio,
                "message_cutoff_index": tried.limit,
                "candidate_index": tried.cut,
                "kept_tokens": tried.kept,
            }
            for tried in found.tries
        ],
    }


def threshold(case: Case) -> Case:
    """The trigger's line."""
    strategy, params = strategies.get("letta-server"), case["params"]
    settings = LettaServerParameters(agent_handle=params["model"])
    return {"threshold": strategy.threshold(params["context_window"], settings)}


def approx_count(case: Case) -> Case:
    """The estimate of a list of dicts."""
    return {"tokens": list_tokens([_written_out(row) for row in case["messages"]])}


def _written_out(row: Case) -> Case:
    if "content_repeat" not in row:
        return row
    repeat = row["content_repeat"]
    rest = {key: value for key, value in row.items() if key != "content_repeat"}
    return {**rest, "content": repeat["text"] * repeat["times"]}


def middle_truncate(case: Case) -> Case:
    """The middle of a text; the note's length is the real one's."""
    params = case["params"]
    text = params["text_repeat"]["text"] * params["text_repeat"]["times"]
    cut = transcript.middle_cut(
        len(text), len(text.encode()), params["budget_bytes"], lambda _: int(params["marker_chars"])
    )
    if cut is None:
        return {"truncated": False, "dropped_chars": 0}
    return {"truncated": True, "dropped_chars": cut.dropped, "head_kept": cut.head, "tail_kept": cut.tail}


def compact(case: Case) -> Case:
    """A whole compaction with a scripted summarizer."""
    params, script, calls = case["params"], case["params"]["summarizer"], 0

    def summarize(sent: Sent) -> Reply:
        nonlocal calls
        outcome = script["outcomes"][min(calls, len(script["outcomes"]) - 1)]
        calls += 1
        return Reply(text="s" * script["reply_chars"]) if outcome == "ok" else Reply(failure=outcome)

    routed = route(params["agent_handle"], params["compaction_model"], params["available_handles"], "openai")
    done = carry_out(
        tuple(map(row, case["messages"])),
        params["context_window"],
        _settings(params),
        summarize,
        threshold=params["trigger_threshold"],
        summarizer_window=params["summarizer_window"] if routed.found else None,
        step_ids=[each.get("step_id") for each in case["messages"]],
    )
    return {
        "error": done.error,
        "summarizer_calls": [_call(sent, routed) for sent in done.sent],
        "handles_tried": list(routed.tried),
        **({} if done.error else _result(done, params)),
    }


def _settings(params: Case) -> LettaServerParameters:
    ratio = DEFAULT_PERCENTAGE if params["percentage"] is None else params["percentage"]
    return LettaServerParameters(
        mode=params["mode"],
        sliding_window_percentage=ratio,
        clip_chars=params["clip_chars"],
        prompt_acknowledgement=params["prompt_acknowledgement"],
    )


def _call(sent: Sent, routed: Route) -> Case:
    called = {"kind": sent.kind, "prompt": sent.mode}
    if sent.kind == "self":
        return {**called, "model": AGENT_MODEL, "message_count": len(sent.roles)}
    whole = transcript.transcript(sent.request.lines)
    return {
        **called,
        "model": (routed.found or AGENT_MODEL).split("/", 1)[-1],
        "roles": list(sent.roles),
        "truncated_tool_results": sum(line.dropped_chars > 0 for line in sent.request.lines),
        "middle_truncated": sent.request.transcript != whole,
    }


def _result(done: Carried, params: Case) -> Case:
    """The list as stored; our note behind a clipped summary has another length than the real one."""
    chars = len(done.summary)
    if done.clipped_chars:
        chars = params["clip_chars"] + params["clip_note_chars"]
    return {
        "message_count_after": len(done.kept) + 1,
        "kept_indexes": list(done.kept),
        "summary_role": "summary" if params["use_summary_role"] else "user",
        "summary_position": 1,
        "has_stats": params["with_stats"],
        "hidden_count_in_note": done.hidden if params["with_stats"] else None,
        "summary_chars": chars,
    }


AGENT_MODEL = "gpt-4.1"

TASKS = {
    "plan": plan,
    "threshold": threshold,
    "approx-count": approx_count,
    "middle-truncate": middle_truncate,
    "compact": compact,
}
