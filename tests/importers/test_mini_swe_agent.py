"""mini-swe-agent: the bare list of its first releases, chat messages, and replies of the Responses API."""

import json
from typing import Any

from compaction_core.importers import load
from compaction_core.session import Reasoning, Session, ToolCall, ToolResult, Usage

TASK = [{"role": "system", "content": "S"}, {"role": "user", "content": "Fix it."}]
SEEN = {"role": "user", "content": "<returncode>0</returncode>\n<output>\nnotes.txt\n</output>"}
COMMAND = {"role": "assistant", "content": "I look.\n```bash\nls\n```"}


def read(*messages: dict[str, Any], **more: Any) -> Session:
    return load(json.dumps({"trajectory_format": "mini-swe-agent-1.1", "messages": [*TASK, *messages], **more}))


def test_the_bare_list_of_the_first_releases() -> None:
    session = load(json.dumps([*TASK, COMMAND, SEEN]))

    assert session.format == "mini_swe_agent"
    assert [(m.role, m.flags) for m in session.messages[1:]] == [("user", ()), ("assistant", ()), ("user", ("meta",))]


def test_a_chat_list_without_return_codes_is_left_to_others() -> None:
    assert load(json.dumps([*TASK, COMMAND])).format == "openai_chat"


def test_usage_and_times_stand_in_extra() -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}}
    extra = {"timestamp": 1769940000.0, "response": {"model": "m-1", "usage": usage}}
    said = read({**COMMAND, "extra": extra}, info={"mini_version": "2.2.7"}).messages[2]

    assert (said.model, said.timestamp) == ("m-1", 1769940000.0)
    assert said.usage == Usage(input=6, cache_read=4, output=2)  # prompt_tokens count the cached ones


def test_the_patch_handed_in_is_no_message() -> None:
    session = read(COMMAND, {"role": "exit", "content": "diff"}, instance_id="repo-1")

    assert [message.role for message in session.messages] == ["system", "user", "assistant"]
    assert (session.integrity.skipped_rows, session.title) == (1, "repo-1")


def test_replies_of_the_responses_api() -> None:
    usage = {"input_tokens": 10, "input_tokens_details": {"cached_tokens": 4}, "output_tokens": 2}
    output = [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Look."}]},
        {"type": "function_call", "call_id": "c1", "name": "bash", "arguments": '{"command":"ls"}'},
    ]
    answer = {"object": "response", "model": "m-1", "output": output, "usage": usage}
    told = {"type": "function_call_output", "call_id": "c1", "output": "no shell", "extra": {"exception_info": "boom"}}
    session = read(answer, told)

    said = session.messages[2]
    assert said.parts == (Reasoning(text="Look."), ToolCall(id="c1", name="bash", arguments='{"command":"ls"}'))
    assert (said.model, said.usage) == ("m-1", Usage(input=6, cache_read=4, output=2))
    # a command that could not run at all, unlike one that ended with a code
    assert session.messages[3].result == ToolResult(call_id="c1", text="no shell", is_error=True)
