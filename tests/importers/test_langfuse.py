"""Langfuse traces and observations: encodings, kinds, usage."""

import json
from typing import Any

import pytest

from compaction_core.importers import load, load_all
from compaction_core.importers.langfuse import _usage
from compaction_core.session import Session, Usage

ASK = [{"role": "user", "content": "Hi"}]


def observation(identity: str, kind: str = "GENERATION", at: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "id": identity,
        "traceId": "t",
        "type": kind,
        "name": identity,
        "startTime": f"2026-01-01T00:00:{at:02}Z",
        "endTime": f"2026-01-01T00:00:{at:02}.500Z",
        **more,
    }


def trace(*observations: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"trace": {"id": "t", **more}, "observations": list(observations)}


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


@pytest.mark.parametrize("times", [0, 1, 2])
def test_values_may_be_strings_of_json(times: int) -> None:
    given: Any = ASK
    for _ in range(times):
        given = json.dumps(given)
    session = load(json.dumps(trace(observation("a", input=given, output="A"))))
    assert (session.format, outline(session)) == ("langfuse", [("user", "Hi"), ("assistant", "A")])


@pytest.mark.parametrize("whole", [True, False])
def test_a_trace_with_its_observations_inside_and_observations_alone(whole: bool) -> None:
    made = observation("a", input=ASK, output="A")
    text = json.dumps({"id": "t", "input": None, "observations": [made]} if whole else [made])
    assert outline(load(text)) == [("user", "Hi"), ("assistant", "A")]


def test_a_generation_around_a_generation_is_left_out() -> None:
    outer = observation("o", input={"prompt": "Hi"}, output="A")
    inner = observation("i", parentObservationId="o", input=ASK, output="A")
    assert len(load_all(json.dumps(trace(outer, inner)))) == 1
    assert len(load(json.dumps(trace(outer, inner))).messages) == 2


def test_traces_alone() -> None:
    listed = [{"id": f"t{at}", "bookmarked": False, "input": "Hi", "output": {"content": "A"}} for at in range(2)]
    assert [outline(s) for s in load_all(json.dumps(listed))] == [[("user", "Hi"), ("assistant", "A")]] * 2


def test_what_the_attributes_say_where_input_and_output_are_empty() -> None:
    attributes = {
        "gen_ai.input.messages": json.dumps(ASK),
        "gen_ai.output.messages": '[{"role":"assistant","content":"A"}]',
    }
    made = observation("a", input=None, output=None, metadata=json.dumps({"attributes": attributes}))
    assert outline(load(json.dumps(trace(made)))) == [("user", "Hi"), ("assistant", "A")]


@pytest.mark.parametrize(
    ("told", "usage"),
    [
        # details apart from the input, as LangChain's handler writes them
        (
            {"input": 20, "input_cache_read": 10, "output": 5, "output_reasoning": 4, "total": 39},
            Usage(input=20, cache_read=10, output=9, reasoning=4),
        ),
        # details inside the input, as they come from OpenTelemetry
        (
            {"input": 30, "prompt_details.cache_read": 10, "output": 9, "completion_details.reasoning": 4, "total": 39},
            Usage(input=20, cache_read=10, output=9, reasoning=4),
        ),
        ({"input": 7, "output": 2}, Usage(input=7, output=2)),
        ({}, None),
    ],
)
def test_usage(told: dict[str, int], usage: Usage | None) -> None:
    assert _usage({"usageDetails": told}) == usage


def test_rows_of_a_batch_export_spell_their_fields_otherwise() -> None:
    row = {
        "id": "o", "trace_id": "t", "type": "GENERATION", "name": "chat", "start_time": "2026-01-01T00:00:00Z",
        "input": '[{"role": "user", "content": "q"}]', "output": '{"role": "assistant", "content": "a"}',
        "usage_details": {"input": 5, "output": 1},
    }  # fmt: skip
    session = load(json.dumps(row) + "\n")
    assert (session.format, [m.text for m in session.messages]) == ("langfuse", ["q", "a"])
    assert session.messages[1].usage is not None and session.messages[1].usage.context == 5
