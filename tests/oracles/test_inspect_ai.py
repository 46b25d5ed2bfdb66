"""Our reader beside Inspect AI's own, on logs that Inspect wrote: `uv run --extra inspect pytest tests/oracles`."""

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from compaction_core.importers import load_all
from compaction_core.session import File, Image, Message, Opaque, Reasoning, Session, Text

pytest.importorskip("inspect_ai", reason="needs the extra: uv run --extra inspect pytest tests/oracles")

from inspect_ai.event import CompactionEvent, ModelEvent, SpanBeginEvent, ToolEvent
from inspect_ai.log import EvalSample, read_eval_log
from inspect_ai.model import ChatMessage, ModelUsage

Logs = dict[str, dict[str, Path]]
FORMS = ("eval", "json", "chunked")
# of "merged", which says one message more, its own test tells
NAMES = ("everything", "error", "limit", "summary", "trim", "edit", "contents")


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Logs:
    """Each log in each form."""
    command = [sys.executable, "-m", "tests.oracles.inspect_logs", str(tmp_path_factory.mktemp("logs"))]
    made = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    written = json.loads(made.stdout.splitlines()[-1])
    return {name: {form: Path(path) for form, path in forms.items()} for name, forms in written.items()}


def both(log: dict[str, Path], form: str = "eval") -> list[tuple[EvalSample, Session]]:
    """Inspect's samples, as read from the log that it can read, and our sessions of one form."""
    return paired(log["eval"], log[form])


def paired(theirs: Path, our: Path) -> list[tuple[EvalSample, Session]]:
    samples = read_eval_log(str(theirs), resolve_attachments=True).samples or []
    sessions = {session.title: session for session in load_all(our)}
    assert len(sessions) == len(samples)
    return [(sample, sessions[_title(sample, sessions)]) for sample in samples]


def _title(sample: EvalSample, sessions: dict[str, Session]) -> str:
    task = next(iter(sessions)).split(",")[0]
    return f"{task}, sample {sample.id}" + (f", epoch {sample.epoch}" if sample.epoch > 1 else "")


def told(message: ChatMessage) -> dict[str, Any]:
    """What a message of Inspect says."""
    content = message.content if isinstance(message.content, list) else [message.content]
    found: dict[str, Any] = {"role": message.role, "texts": [], "others": [], "calls": [], "results": []}
    for part in content:
        if isinstance(part, str):
            found["texts"] += [part] if part else []
        elif part.type == "text":
            found["texts"].append(part.text)
        elif part.type == "reasoning":
            readable = part.summary if part.redacted else part.reasoning
            found["others"].append(("reasoning", readable) if readable else ("opaque", "reasoning"))
        elif part.type == "image":
            found["others"].append(("image", part.image))
        elif part.type == "tool_use":
            found["calls"].append((part.id, part.name, json.loads(part.arguments)))
            found["results"].append((part.id, part.error or part.result, bool(part.error)))
        else:
            name = getattr(part, "filename", None) or part.type
            found["others"].append(("opaque", "data") if part.type == "data" else ("file", name))
    if message.role == "assistant":
        found["calls"] += [(call.id, call.function, call.arguments) for call in message.tool_calls or ()]
    if message.role == "tool":
        text = "\n".join(found["texts"]) or (message.error.message if message.error else "")
        found |= {"texts": [], "results": [(message.tool_call_id, text, message.error is not None)]}
    return found


def ours(messages: list[Message]) -> dict[str, Any]:
    """What our messages say that came of one message: a tool that the provider ran cuts it in several."""
    found: dict[str, Any] = {"role": messages[0].role, "texts": [], "others": [], "calls": [], "results": []}
    for message in messages:
        found["calls"] += [(call.id, call.name, json.loads(call.arguments)) for call in message.calls]
        for part in message.parts:
            if isinstance(part, Text):
                found["texts"].append(part.text)
            elif isinstance(part, Reasoning):
                found["others"].append(("reasoning", part.text))
            elif isinstance(part, Image):
                found["others"].append(("image", part.source))
            elif isinstance(part, File):
                found["others"].append(("file", part.name))
            elif isinstance(part, Opaque):
                found["others"].append(("opaque", part.type))
        if (result := message.result) is not None:
            found["results"].append((result.call_id, result.text, result.is_error))
    return found


def grouped(session: Session) -> list[list[Message]]:
    """Our messages by the message of Inspect they came of, without notes."""
    real = [message for message in session.messages if "synthetic" not in message.flags]
    return [list(group) for _, group in groupby(real, key=lambda message: message.id)]


def main_calls(sample: EvalSample) -> list[ModelEvent]:
    """The model events outside tools: a sub-agent's lie in the span of the tool."""
    begun = [event for event in sample.events if isinstance(event, SpanBeginEvent)]
    outer = {event.id: (event.type, event.parent_id) for event in begun}

    def within(span: str | None) -> Iterator[str | None]:
        while span in outer:
            kind, span = outer[span]
            yield kind

    calls = [event for event in sample.events if isinstance(event, ModelEvent)]
    return [event for event in calls if "tool" not in within(event.span_id)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", NAMES)
def test_the_same_messages(logs: Logs, name: str, form: str) -> None:
    for sample, session in both(logs[name], form):
        assert [ours(group) for group in grouped(session)] == [told(message) for message in sample.messages]
        if form != "chunked":  # there, messages that say the same are one
            assert [group[0].id for group in grouped(session)] == [message.id for message in sample.messages]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", [name for name in NAMES if name != "contents"])  # that one has no events
def test_the_same_usage_models_and_times(logs: Logs, name: str, form: str) -> None:
    for sample, session in both(logs[name], form):
        said = {message.id: message for message in session.messages if message.role == "assistant"}
        events = [event for event in main_calls(sample) if event.output.message.id in said]
        assert len(events) == len(said) > 0
        for event in events:
            message = said[event.output.message.id]
            assert message.usage is not None and event.output.usage is not None
            used = message.usage
            assert event.output.usage == ModelUsage(
                input_tokens=used.input,
                input_tokens_cache_read=used.cache_read,
                input_tokens_cache_write=used.cache_write,
                output_tokens=used.output,
                reasoning_tokens=used.reasoning,
                total_tokens=used.total,
            )
            assert (message.model, message.stop_reason) == (event.output.model, event.output.stop_reason)
            assert event.completed is not None and message.timestamp == pytest.approx(event.completed.timestamp())
        answered = {event.id: event for event in sample.events if isinstance(event, ToolEvent)}
        for message in session.messages:
            event = answered.get(message.result.call_id) if message.result is not None else None
            assert event is None or event.completed is None or message.timestamp == event.completed.timestamp()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["summary", "trim", "edit"])
def test_the_same_compactions(logs: Logs, name: str, form: str) -> None:
    for sample, session in both(logs[name], form):
        made = [event for event in sample.events if isinstance(event, CompactionEvent)]
        assert len(made) >= 2
        assert [(c.tokens_before, c.tokens_after, c.timestamp) for c in session.compactions] == [
            (event.tokens_before, event.tokens_after, event.timestamp.timestamp()) for event in made
        ]
        assert {c.kind for c in session.compactions} == {"clear" if name == "edit" else "compact"}


def context(session: Session, at: int) -> list[Message]:
    """What the model still had when the list held ``at`` messages, by what the session records."""
    start = session.last_compaction(at)
    stayed = {*session.retained(at), *(index for index in session.prompts if index < start), *range(start, at)}
    return [session.messages[index] for index in sorted(stayed)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["everything", "error", "limit", "summary", "trim", "edit"])
def test_every_call_was_sent_what_the_session_says_stayed(logs: Logs, name: str, form: str) -> None:
    for sample, session in both(logs[name], form):
        places = {message.id: at for at, message in enumerate(session.messages)}
        calls = [event for event in main_calls(sample) if event.output.message.id in places]
        assert calls
        for event in calls:
            had = context(session, places[event.output.message.id])
            had = [message for message in had if "synthetic" not in message.flags]
            sent = [told(message) for message in event.input]
            if name == "edit":
                pruned = {at for at, message in enumerate(had) if "pruned" in message.flags}
                blank = {at for at, message in enumerate(sent) if ours([had[at]])["results"] != message["results"]}
                assert blank <= pruned
                sent = [message for at, message in enumerate(sent) if at not in blank]
                had = [message for at, message in enumerate(had) if at not in blank]
            assert sorted(map(repr, (ours([message]) for message in had))) == sorted(map(repr, sent))


@pytest.mark.parametrize("form", FORMS)
def test_what_was_merged_for_the_provider_alone(logs: Logs, form: str) -> None:
    ((sample, session),) = both(logs["merged"], form)
    assert len(session.compactions) == sum(isinstance(event, CompactionEvent) for event in sample.events) >= 3
    # the first summary became one message with the task, which stands in the calls alone
    known = {message.id for message in sample.messages}
    assert [message.summary for message in session.messages if message.id not in known] == ["Read so far: part 1."]
    assert [told(message) for message in sample.messages] == [
        ours([message]) for message in session.messages if message.id in known
    ]
    places = {message.id: at for at, message in enumerate(session.messages)}
    for event in (event for event in main_calls(sample) if event.output.message.id in places):
        had = context(session, places[event.output.message.id])
        assert "\n".join(message.text for message in had) == "\n".join(message.text for message in event.input)


def test_logs_of_the_first_releases(logs: Logs, tmp_path: Path) -> None:
    # events and attachments in a transcript, tool errors as a text, another name of a reason to stop
    log = json.loads(logs["everything"]["json"].read_bytes())
    for sample in log["samples"]:
        sample["transcript"] = {"events": sample.pop("events"), "content": sample.pop("attachments")}
        for message in sample["messages"]:
            if message.get("error"):
                message["tool_error"] = message.pop("error")["message"]
        for event in sample["transcript"]["events"]:
            if event["event"] == "model":
                event["output"]["choices"][0]["stop_reason"] = "length"
    path = tmp_path / "old.json"
    path.write_text(json.dumps(log))

    for sample, session in paired(path, path):
        assert [ours(group) for group in grouped(session)] == [told(message) for message in sample.messages]
        assert {message.stop_reason for message in session.messages if message.usage} == {"max_tokens"}
        assert {event.output.stop_reason for event in main_calls(sample)} == {"max_tokens"}
        assert any(message.result is not None and message.result.is_error for message in session.messages)


def test_summaries_are_told(logs: Logs) -> None:
    ((_, session),) = both(logs["summary"])
    summaries = [message.summary for message in session.messages if message.summary is not None]
    assert summaries == [f"Read so far: part {number}." for number in range(1, len(session.compactions) + 1)]
    assert [session.messages[c.index].summary for c in session.compactions] == summaries


def test_edits_flag_what_was_cleared(logs: Logs) -> None:
    ((sample, session),) = both(logs["edit"])
    sent = main_calls(sample)[-1].input
    cleared = [message.tool_call_id for message in sent if message.role == "tool" and len(message.text) < 100]
    assert cleared
    pruned = [m.result.call_id for m in session.messages if "pruned" in m.flags and m.result is not None]
    assert pruned == cleared


@pytest.mark.parametrize("form", FORMS)
def test_sub_agents_errors_and_limits(logs: Logs, form: str) -> None:
    for sample, session in both(logs["everything"], form):
        inner = [event for event in sample.events if isinstance(event, ModelEvent) and event not in main_calls(sample)]
        (thread,) = session.threads
        expected = [*inner[-1].input, inner[-1].output.message]
        assert [ours([message]) for message in thread.messages] == [told(message) for message in expected]
    ((sample, session),) = both(logs["error"], form)
    assert sample.error is not None and sample.error.message in session.integrity.warnings[-1].text
    ((_, session),) = both(logs["limit"], form)
    assert [warning.code for warning in session.integrity.warnings] == ["sample_limit"]
