"""Amp threads: runs of tools, usage and models on the answers, images, roles that are not known."""

import json
from typing import Any

import pytest

from compaction_core.importers import load
from compaction_core.session import Image, Session, ToolResult, Usage
from tests.importers.lines import codes, texts

Value = dict[str, Any]


def thread(*messages: Value, **more: Any) -> Session:
    return load(json.dumps({"v": 1, "id": "T-1", "created": 1767323040000, "messages": list(messages), **more}))


def user(*blocks: Value | str, **more: Any) -> Value:
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    return {"role": "user", "content": content, **more}


def test_an_answer_carries_its_model_usage_time_and_end() -> None:
    usage = {
        **{
            "model": "m-1",
            "inputTokens": 9,
            "outputTokens": 60,
            "cacheCreationInputTokens": 300,
            "maxInputTokens": 168,
        },
        **{"cacheReadInputTokens": 15_000, "totalInputTokens": 15_309, "timestamp": "2026-01-02T03:04:02Z"},
    }
    said = {"role": "assistant", "messageId": 1, "content": [{"type": "text", "text": "A"}], "usage": usage}
    session = thread(user("hi", meta={"sentAt": 1767323041000}), {**said, "state": {"type": "cancelled"}}, title="T")
    answer = session.messages[1]
    assert answer.usage == Usage(input=9, cache_read=15_000, cache_write=300, output=60)
    assert answer.usage.context == usage["totalInputTokens"]
    assert (answer.model, answer.id, answer.timestamp, answer.stop_reason) == ("m-1", "1", 1767323042.0, "cancelled")
    assert session.messages[0].timestamp == 1767323041.0
    assert (session.format, session.title, session.model, session.context_window) == ("amp", "T", "m-1", 168)


@pytest.mark.parametrize(
    ("run", "text", "failed"),
    [
        ({"status": "done", "result": "out"}, "out", False),
        ({"status": "done", "result": {"output": "out", "exitCode": 0}}, '{"output":"out","exitCode":0}', False),
        ({"status": "done"}, "", False),
        ({"status": "error", "error": {"message": "broken"}}, "broken", True),
        ({"status": "error", "error": "broken"}, "broken", True),
        ({"status": "error"}, "The tool failed.", True),
        ({"status": "cancelled", "reason": "too slow"}, "too slow", True),
        ({"status": "rejected-by-user"}, "rejected-by-user", True),
        ({"status": "in-progress"}, '{"status":"in-progress"}', False),
    ],
)
def test_how_a_tool_s_run_ended(run: Value, text: str, failed: bool) -> None:
    call = {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"cmd": "ls"}}]}
    session = thread(user("hi"), call, user({"type": "tool_result", "toolUseID": "t", "run": run}, "and"))
    assert session.messages[2].parts == (ToolResult(call_id="t", text=text, is_error=failed),)
    assert texts(session)[3] == "and"
    assert len(session.result_of) == 1


def test_images_and_roles_that_are_not_known() -> None:
    image = {"type": "image", "source": {"type": "base64", "mediaType": "image/png", "data": "AAAA"}}
    session = thread(user(image), {"role": "info", "content": []}, {"role": "parent"})
    assert session.messages[0].parts == (Image(source="data:image/png;base64,AAAA", media_type="image/png"),)
    assert (codes(session), session.integrity.skipped_rows) == (["unknown_rows"], 2)
