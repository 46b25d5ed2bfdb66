"""Gemini CLI's sub-tasks, answered by the product's own functions."""

from dataclasses import replace
from typing import Any

from compaction_core.js import json_length
from compaction_core.session import Message, Text
from compaction_core.strategies.gemini_cli.contents import ESTIMATE, Content, contents, json_chars, tools
from compaction_core.strategies.gemini_cli.contents import sizes as weigh
from compaction_core.strategies.gemini_cli.masking import masked
from compaction_core.strategies.gemini_cli.outcome import outcome
from compaction_core.strategies.gemini_cli.shortening import Output, shorten
from compaction_core.strategies.gemini_cli.split import FractionOutOfRange, split_point
from compaction_core.tokens.gemini_cli import text_units
from tests.conformance.messages import session

Case = dict[str, Any]


def split(case: Case) -> Case:
    """The split point over the given sizes."""
    _, found = _read(case)
    try:
        at = split_point(found, case["given"]["content_json_chars"], case["params"]["fraction"]).at
    except FractionOutOfRange:
        nothing = dict.fromkeys(("split_content_index", "first_kept_message_index", "evicted_messages"))
        return {"error": "fraction_out_of_range", **nothing}
    row = found[at].rows[0] if at < len(found) else len(case["messages"])
    return {"error": None, "split_content_index": at, "first_kept_message_index": row, "evicted_messages": row}


def mask(case: Case) -> Case:
    """The masked results, by the given counts."""
    messages, found = _read(case)
    params, names = case["params"], tools(messages, range(len(messages)))
    texts = masked(
        messages,
        found,
        names,
        case["per_message_tokens"].__getitem__,
        protect=params["protectionThresholdTokens"],
        minimum=params["minPrunableThresholdTokens"],
        protect_latest=params["protectLatestTurn"],
    ).texts
    return {"masked_tool_message_indexes": sorted(texts)}


def compress(case: Case) -> Case:
    """A whole compression with scripted answers."""
    messages, found = _read(case)
    params, given = case["params"], case["given"]
    results = {row: message.result for row, message in enumerate(messages) if message.result is not None}
    outputs = [Output(row, result.text, text_units(result.text) // 4) for row, result in results.items()]
    shortened = shorten(outputs, params["truncate_threshold_chars"], lambda text: text_units(text) // 4)
    sizes, tokens = list(given["content_json_chars"]), sum(given["content_tokens"])
    for row, text in shortened.texts.items():
        less = json_length(results[row].text) - json_length(text)
        sizes[next(i for i, content in enumerate(found) if row in content.rows)] -= less
        tokens -= less // 4
    done = outcome(
        found,
        sizes,
        shortened,
        counts=(params["original_token_count"], tokens, params["new_token_count"]),
        limit=params["model_limit"],
        threshold=params["threshold"],
        fraction=params["fraction"],
        force=params["force"],
        failed_before=params["has_failed_attempt"],
        replies=tuple(" " if reply == "blank" else reply for reply in params["summarizer_replies"]),
    )
    return {
        "status": done.status,
        "summarizer_called": bool(done.calls),
        "summarizer_call_content_counts": list(done.calls),
        "kept_contents": done.kept,
        "new_history_length": done.length,
        "new_history_head_roles": None if done.roles is None else list(done.roles),
        "truncated_tool_message_indexes_in_result": list(done.shortened),
    }


def estimate(case: Case) -> Case:
    """The estimator, content by content."""
    messages, found = _read(case)
    rows = range(len(messages))
    weighed = weigh(messages, rows, tools(messages, rows))
    units = (sum(weighed[row].units for row in content.rows) for content in found)
    return {"content_tokens": list(map(ESTIMATE.tokens, units))}


def sizes(case: Case) -> list[int]:
    """The characters of each content's JSON, which the cases give."""
    messages, found = _read(case)
    rows = range(len(messages))
    weighed = weigh(messages, rows, tools(messages, rows))
    return [json_chars(content, weighed) for content in found]


def _read(case: Case) -> tuple[tuple[Message, ...], tuple[Content, ...]]:
    """The messages, a summary in its pair of tags, and their contents."""
    messages = tuple(
        message if message.summary is None else replace(message, parts=(Text(text=_tagged(message)),))
        for message in session(case).messages
    )
    return messages, contents(messages, range(len(messages)))


def _tagged(message: Message) -> str:
    return f"<state_snapshot>{message.text}</state_snapshot>"


TASKS = {"split": split, "mask": mask, "compress": compress, "estimate": estimate}
