"""Inspect AI logs: attachments, pools, spans of sub-agents and scorers, compactions of three kinds, ``.eval`` files.

The shapes were checked against logs that Inspect AI 0.3.285 itself wrote with its mock model.
"""

import io
import json
import zipfile
from typing import Any

import pytest

from compaction_core.errors import BadInput, EmptyTranscript
from compaction_core.importers import load, load_all
from compaction_core.session import File, Image, Opaque, Reasoning, Session, Text, ToolCall, ToolResult, Usage

EVAL = {"task": "lines", "model": "mock/model", "packages": {"inspect_ai": "0.3.285"}}


def said(identity: str, role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"id": identity, "role": role, "content": content, **more}


def called(identity: str, call: str) -> dict[str, Any]:
    return said(identity, "assistant", "", tool_calls=[{"id": call, "function": "f", "arguments": {}}])


def result(identity: str, call: str, content: Any = "done", **more: Any) -> dict[str, Any]:
    return said(identity, "tool", content, tool_call_id=call, function="f", **more)


def asked(*sent: dict[str, Any], answer: dict[str, Any], span: str = "main", **more: Any) -> dict[str, Any]:
    output = {"model": "mock-1", "choices": [{"message": answer, "stop_reason": "stop"}], **more}
    return {"event": "model", "span_id": span, "model": "mock/model", "input": list(sent), "output": output}


def span(identity: str, kind: str, parent: str | None = None) -> dict[str, Any]:
    return {"event": "span_begin", "id": identity, "type": kind, "parent_id": parent}


def compacted(kind: str) -> dict[str, Any]:
    return {"event": "compaction", "span_id": "main", "type": kind, "tokens_before": 9, "tokens_after": 5}


def log(*messages: dict[str, Any], events: Any = (), **more: Any) -> str:
    sample = {"id": 1, "epoch": 1, "messages": list(messages), "events": list(events), **more}
    return json.dumps({"version": 2, "eval": EVAL, "samples": [sample]})


def ids(session: Session) -> list[str | None]:
    return [message.id for message in session.messages]


S, U = said("m0", "system", "S"), said("m1", "user", "Find it.", source="input")
A1, R1 = called("m2", "c1"), result("m3", "c1")
A2, R2 = called("m4", "c2"), result("m5", "c2")
END = said("m9", "assistant", "Found.")
SUMMARY = said(
    "m6", "user", "[S]\n<previous_summary>\nSo far.\n</previous_summary>\nGo on.", metadata={"summary": True}
)


def test_a_summary_stands_in_the_samples_list() -> None:
    wrote = said("x", "assistant", "<summary>So far.</summary>")
    events = [
        asked(S, U, answer=A1),
        asked(S, U, A1, R1, said("p", "user", "Summarize."), answer=wrote),
        compacted("summary"),
        asked(S, U, SUMMARY, answer=END),
    ]
    session = load(log(S, U, A1, R1, SUMMARY, END, events=events))

    assert ids(session) == ["m0", "m1", "m2", "m3", "m6", "m9"]
    assert session.messages[4].summary == "So far."
    (compaction,) = session.compactions
    assert (compaction.index, compaction.kept, compaction.trigger) == (4, (0, 1), "summary")
    assert (compaction.tokens_before, compaction.tokens_after) == (9, 5)


def test_a_sample_that_was_compacted_itself_is_completed_from_its_calls() -> None:
    wrote = said("x", "assistant", "So far.")
    events = [
        asked(S, U, answer=A1),
        asked(S, U, A1, R1, said("p", "user", "Summarize."), answer=wrote),
        compacted("summary"),
        asked(S, U, SUMMARY, answer=END),
    ]
    # a bridged agent hands back what its last call held
    session = load(log(S, U, SUMMARY, END, events=events))

    assert ids(session) == ["m0", "m1", "m2", "m3", "m6", "m9"]
    assert [(c.index, c.kept) for c in session.compactions] == [(4, (0, 1))]


def test_trimming_leaves_a_note() -> None:
    events = [
        asked(S, U, answer=A1),
        asked(S, U, A1, R1, answer=A2),
        compacted("trim"),
        asked(S, U, A2, R2, answer=END),
    ]
    session = load(log(S, U, A1, R1, A2, R2, END, events=events))

    assert (session.messages[6].summary, session.messages[6].flags) == ("", ("synthetic",))
    assert [(c.index, c.kept) for c in session.compactions] == [(6, (0, 1, 4, 5))]


def test_editing_clears_old_results_in_place() -> None:
    blank = result("other", "c1", "(Tool result removed)")
    events = [asked(S, U, answer=A1), asked(S, U, A1, R1, answer=A2), compacted("edit")]
    events.append(asked(S, U, A1, blank, A2, R2, answer=END))
    session = load(log(S, U, A1, R1, A2, R2, END, events=events))

    assert [message.flags for message in session.messages] == [(), (), (), ("pruned",), (), (), ()]
    assert session.messages[3].text == "done"
    assert [(c.index, c.kind) for c in session.compactions] == [(6, "clear")]


def test_calls_refer_to_a_pool() -> None:
    events = [
        {**asked(answer=A1), "input_refs": [[0, 2]]},
        {**asked(answer=END), "input_refs": [[0, 1], [1, 4], [9, 99]]},
    ]
    for pool in ({"events_data": {"messages": [S, U, A1, R1]}}, {"message_pool": [S, U, A1, R1]}):
        assert ids(load(log(events=events, **pool))) == ["m0", "m1", "m2", "m3", "m9"]


def test_attachments_take_their_places() -> None:
    blocks = [{"type": "text", "text": "attachment://a"}, {"type": "image", "image": "attachment://b"}]
    picture = "data:image/png;base64,AA"
    message = load(log(said("m", "user", blocks), attachments={"a": "Words.", "b": picture})).messages[0]

    assert message.parts == (Text(text="Words."), Image(source=picture, media_type="image/png"))


def test_usage_with_and_without_the_cached_tokens() -> None:
    now = {"input_tokens": 60, "input_tokens_cache_read": 40, "output_tokens": 5, "total_tokens": 105}
    before = {**now, "input_tokens": 100}  # 0.3.95: the total tells that the cached ones are counted in
    for usage in (now, before):
        session = load(log(U, END, events=[asked(U, answer=END, usage=usage)]))
        assert session.messages[1].usage == Usage(input=60, cache_read=40, output=5)
    assert (session.messages[1].model, session.messages[1].stop_reason) == ("mock-1", "stop")
    assert (session.model, session.version) == ("mock/model", "0.3.285")


def test_sub_agents_are_threads_and_scorers_are_left_out() -> None:
    inner, grade = said("i1", "user", "Help."), said("g1", "user", "Grade.")
    events = [
        span("main", "agent"),
        span("t", "tool", "main"),
        span("h", "agent", "t"),
        span("q", "scorers"),
        asked(U, answer=A1),
        asked(inner, answer=said("i2", "assistant", "Helped."), span="h"),
        asked(U, A1, R1, answer=END),
        asked(grade, answer=said("g2", "assistant", "C"), span="q"),
    ]
    session = load(log(U, A1, R1, END, events=events))

    assert [(thread.id, [m.text for m in thread.messages]) for thread in session.threads] == [
        ("h", ["Help.", "Helped."])
    ]
    assert ids(session) == ["m1", "m2", "m3", "m9"]


def test_contents_of_messages() -> None:
    blocks = [
        {"type": "reasoning", "reasoning": "R", "signature": "s"},
        {"type": "reasoning", "reasoning": "c2VhbGVk", "redacted": True},
        {
            "type": "tool_use",
            "tool_type": "web_search",
            "id": "w1",
            "name": "search",
            "arguments": "{}",
            "result": "found",
        },
        {"type": "text", "text": "T"},
        {"type": "audio", "audio": "data:", "format": "wav"},
    ]
    session = load(log(U, said("m", "assistant", blocks)))

    assert [part.kind for part in session.messages[1].parts] == ["reasoning", "opaque", "tool_call"]
    assert session.messages[1].parts[0] == Reasoning(text="R", signature="s")
    assert isinstance(session.messages[1].parts[1], Opaque)
    assert session.messages[1].parts[2] == ToolCall(id="w1", name="search", arguments="{}")
    assert session.messages[2].result == ToolResult(call_id="w1", text="found")
    assert session.messages[3].parts == (Text(text="T"), File(name="audio", media_type="wav"))


def test_a_failed_tool_and_what_nobody_typed() -> None:
    failed = result("m3", "c1", "", error={"type": "timeout", "message": "too slow"})
    session = load(log(U, A1, failed, said("m4", "user", "Please go on.")))

    assert session.messages[2].result == ToolResult(call_id="c1", text="too slow", is_error=True)
    assert session.messages[3].flags == ("meta",)


def zipped(members: dict[str, Any]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in members.items():
            archive.writestr(name, json.dumps(value))
    return file.getvalue()


@pytest.mark.parametrize("header", ["header.json", "_journal/start.json"], ids=["finished", "still running"])
def test_eval_files(header: str) -> None:
    samples = {f"samples/{n}_epoch_1.json": {"id": n, "epoch": 1, "messages": [U]} for n in (1, 2)}
    sessions = load_all(zipped({header: {"version": 2, "eval": EVAL}, **samples, "summaries.json": []}))

    assert [session.title for session in sessions] == ["lines, sample 1", "lines, sample 2"]
    assert {session.model for session in sessions} == {"mock/model"}


def chunked(folder: str, **more: Any) -> dict[str, Any]:
    """A sample in chunks of one entry, as Inspect 0.3.285 writes it: messages by number, attachments by index."""
    long = said("m1", "user", "attachment://0", source="input")
    call = {**asked(answer=END), "input_refs": [[0, 2]]}
    return {
        f"{folder}/sample.json": {"id": "a/b", "epoch": 1, "message_refs": [[0, 3]], **more},
        f"{folder}/skeleton.json": {"version": 1},
        f"{folder}/messages/0.json": [S],
        f"{folder}/messages/1.json": [long, END],
        f"{folder}/events/stats.json": {"version": 1},
        f"{folder}/events/0.json": [span("main", "agent")],
        f"{folder}/events/1.json": [call],
        f"{folder}/attachments/0.json": ["Find it."],
    }


def test_chunked_samples() -> None:
    whole = {"samples/x/y_epoch_1.json": {"id": "x/y", "epoch": 1, "messages": [U]}}
    members = {"header.json": {"version": 2, "eval": EVAL}, **chunked("samples/a/b_epoch_1"), **whole}
    first, second = load_all(zipped(members))

    assert (first.title, second.title) == ("lines, sample a/b", "lines, sample x/y")
    assert [message.text for message in first.messages] == ["S", "Find it.", "Found."]
    assert first.messages[2].stop_reason == "stop"
    assert load(zipped(chunked("samples/1_epoch_1") | {"header.json": {"eval": EVAL}})).messages == first.messages

    del members["samples/a/b_epoch_1/events/0.json"]
    with pytest.raises(BadInput, match="lacks its part 0"):
        load_all(zipped(members))


def test_a_summary_merged_with_the_task_stands_in_the_calls_alone() -> None:
    told = {"summary": True, "combined_from": ["m1", "m6"]}
    merged = said("x1", "user", "Find it.\n[S]\n<previous_summary>\nSo far.\n</previous_summary>", metadata=told)
    again = said("x2", "user", "Find it.\n[S]\n<summary>\nMore.\n</summary>", metadata=told)
    later = said("m7", "user", "[S]\n<summary>\nMore.\n</summary>", metadata={"summary": True})
    events = [
        asked(S, U, answer=A1),
        compacted("summary"),
        asked(S, merged, answer=A2),
        compacted("summary"),
        asked(S, again, answer=END),
    ]
    session = load(log(S, U, A1, R1, A2, R2, later, END, events=events))

    assert ids(session) == ["m0", "m1", "m2", "m3", "x1", "m4", "m5", "m7", "m9"]
    assert [message.summary for message in session.messages if message.summary is not None] == ["So far.", "More."]
    # the first summary holds the task; before the second one, which does not, it stayed
    assert [(c.index, c.kept) for c in session.compactions] == [(4, (0,)), (7, (0, 1))]


def test_limits_and_logs_without_samples_are_told() -> None:
    stopped = load(log(U, END, limit={"type": "message", "limit": 2.0}))
    assert [(w.code, w.text) for w in stopped.integrity.warnings] == [
        ("sample_limit", "The sample was stopped by a limit: message.")
    ]
    with pytest.raises(EmptyTranscript, match="holds no message"):
        load(json.dumps({"version": 2, "eval": EVAL, "plan": {}, "samples": None}))


def test_a_list_of_events_alone() -> None:
    session = load(json.dumps({"events": [asked(U, answer=A1), asked(U, A1, R1, answer=END)]}))

    assert (ids(session), session.title) == (["m1", "m2", "m3", "m9"], "Find it.")


def test_old_logs_hold_events_inside_events() -> None:
    inner = asked(said("i1", "user", "Help."), answer=said("i2", "assistant", "Helped."))
    events = [{"event": "tool", "id": "c1", "completed": "2026-02-01T10:00:00+00:00", "events": [inner]}]
    session = load(log(U, A1, R1, events=events))

    assert [(thread.id, len(thread.messages)) for thread in session.threads] == [("tool-c1", 2)]
    assert session.messages[2].timestamp == 1769940000.0


def test_a_log_without_events_tells_the_tokens_of_the_last_call() -> None:
    messages = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a", "source": "generate"}]
    output = {"model": "m", "choices": [], "usage": {"input_tokens": 5, "output_tokens": 2, "total_tokens": 7}}
    sample = {"id": 1, "epoch": 1, "messages": messages, "events": [], "output": output}
    session = load(json.dumps({"version": 2, "eval": {"model": "m"}, "samples": [sample]}))
    assert session.messages[1].usage is not None and session.messages[1].usage.context == 5
