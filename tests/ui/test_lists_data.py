"""The two aligned lists as data: which message stands beside which, what is sent, and what is not."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from compaction_core.compaction import Compaction, assemble, compact
from compaction_core.session import Message, RecordedCompaction, Session, Text, ToolCall, ToolResult
from compaction_core.strategies import plan
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.step import FATES, Decision, Effect, Fate, Step
from compaction_core.summarizers.base import Summary, SummaryRequest, Wrapper
from compaction_core.tokens import CATEGORIES, measure
from ui.lists import _event, _first
from ui.lists.align import MOST_LINES, Aligned, Line, align, window
from ui.lists.data import payload
from ui.lists.line import LENGTHS, MOST_BYTES, ROLES, main_category

OLD = "[cleared]"
KEEP, SUMMARIZE, CLEAR, TRUNCATE, DROP = FATES


def said(role: Any, text: str = "one two three") -> Message:
    return Message(role=role, parts=(Text(text=text),))


def chat(size: int, text: str = "one two three") -> Session:
    """A system prompt, then user, call and result in turn."""
    turns = [
        said("user", text),
        Message(role="assistant", parts=(ToolCall(id="c", name="read", arguments='{"path": "a.py"}'),)),
        Message(role="tool", parts=(ToolResult(call_id="c", text=text),)),
    ]
    return Session(format="test", messages=(said("system"), *(turns[i % 3] for i in range(size - 1))))


def planned(session: Session, fates: dict[int, Fate], cut: int | None, start: int = 0) -> Plan:
    """A plan that gives these messages these fates."""
    effects = tuple(Effect(fate=fate, start=i, stop=i + 1, text=OLD) for i, fate in sorted(fates.items()))
    step = Step(kind="decide", text="", line=0, effects=effects, decision=Decision(cut=cut, mode_used="test"))
    return Plan(
        strategy="letta-code", version="", parameters={}, as_released=False, counter="o200k_base",
        context_window=None, start=start, end=len(session.messages), mode="test", steps=(step,),
    )  # fmt: skip


def done(session: Session, made: Plan, position: Any = "planned", text: str = "the goal", ack: str = "") -> Compaction:
    """The plan carried out with a summary typed in."""
    gone = made.indexes("summarize")
    request = SummaryRequest(
        prompt="", instructions="", transcript="", lines=(), indexes=gone,
        messages=tuple(session.messages[i] for i in gone),
    )  # fmt: skip
    wrapper = Wrapper(template="Before:\n{summary}", position=position, acknowledgement=ack)
    summary = Summary(text=text, summarizer="given", basis="given")
    return assemble(session, made, request, summary, wrapper, measure(session))


def drawn(session: Session, compaction: Compaction, **where: Any) -> dict[str, Any]:
    return payload(session, measure(session), compaction, where.pop("selected", None), **where)


def rows_of(data: dict[str, Any]) -> list[list[Any]]:
    return [row for run in data["runs"] for row in run["rows"]]


@given(
    some.lists(some.sampled_from(FATES), max_size=30),
    some.sampled_from(["first", "planned", "last"]),
    some.sampled_from(["", "Fine."]),
)
def test_every_message_stands_once_on_each_side_and_in_order(fates: list[Fate], position: str, ack: str) -> None:
    session = chat(len(fates) + 1)
    made = planned(session, dict(enumerate(fates, 1)), cut=None)
    compaction = done(session, made, position, ack=ack)
    aligned = align(made, compaction.view)
    assert [line.left for line in aligned.lines if line.left is not None] == list(range(len(session.messages)))
    right = [line.right for line in aligned.lines]
    if aligned.summary is not None:
        first, last = aligned.summary
        place = next(at for at, entry in enumerate(compaction.view) if entry.index is None)
        assert set(right[first:last]) <= {None, place}  # the block covers nothing that stands on the right
        right[first:last] = [place]
    assert [at for at in right if at is not None] == list(range(len(compaction.view)))
    for line in aligned.lines:
        if line.left is not None and line.right is not None:
            assert compaction.view[line.right].index == line.left


def test_the_summary_stands_beside_all_that_it_replaces() -> None:
    session = chat(10)
    made = planned(session, dict.fromkeys(range(1, 6), SUMMARIZE), cut=6)
    data = drawn(session, done(session, made))
    assert [(run["kind"], [row[0] for row in run["rows"]]) for run in data["runs"]] == [
        ("both", [0]),
        ("summary", [1, 2, 3, 4, 5]),
        ("both", [6, 7, 8, 9]),
    ]
    assert data["cut"] == {"at": 6, "label": "cut at #6: the first message that is kept", "sent": True}


def test_the_summary_at_the_end_has_a_line_of_its_own() -> None:
    session = chat(6)
    made = planned(session, {1: SUMMARIZE, 2: SUMMARIZE}, cut=3)
    data = drawn(session, done(session, made, "last"))
    assert [(run["kind"], len(run["rows"])) for run in data["runs"]] == [
        ("both", 1), ("elsewhere", 2), ("both", 3), ("summary", 0),
    ]  # fmt: skip
    assert data["summary"]["elsewhere"] == "In the summary, at place 4 of the new list."


def test_pinned_messages_come_after_the_summary_as_in_the_view() -> None:
    session = chat(6)
    made = planned(session, {2: SUMMARIZE, 3: SUMMARIZE}, cut=4)
    data = drawn(session, done(session, made, "first"))
    assert [(run["kind"], [row[0] for row in run["rows"]]) for run in data["runs"]] == [
        ("both", [0]), ("summary", []), ("both", [1]), ("elsewhere", [2, 3]), ("both", [4, 5]),
    ]  # fmt: skip


def test_what_is_left_of_a_message_stands_on_the_right() -> None:
    session = chat(7)
    made = planned(session, {2: DROP, 3: CLEAR, 6: TRUNCATE}, cut=None)
    by_number = {row[0]: row for row in rows_of(drawn(session, done(session, made)))}
    assert by_number[2][6] == ""
    tokens = measure(Session(format="test", messages=(said("user", OLD),))).total
    assert by_number[3][6] == by_number[6][6] == [tokens, OLD]
    assert by_number[1][6] == "same"
    assert [FATES[by_number[i][4]] for i in (1, 2, 3, 6)] == [KEEP, DROP, CLEAR, TRUNCATE]


def test_a_prompt_from_before_the_range_opens_both_sides() -> None:
    session = chat(9).model_copy(update={"compactions": (RecordedCompaction(index=4),)})
    made = planned(session, {4: SUMMARIZE, 5: SUMMARIZE}, cut=6, start=4)
    data = drawn(session, done(session, made))
    assert [row[0] for row in rows_of(data)] == [0, 4, 5, 6, 7, 8]
    assert rows_of(data)[0][6] == "same"
    assert data["before"][1].startswith("6 messages")
    assert data["after"][1].startswith("5 messages")


def test_a_prompt_from_the_middle_is_shown_where_it_was_and_where_it_went() -> None:
    messages = (said("system"), said("user"), said("developer"), said("user"))
    session = Session(format="test", messages=messages)
    data = drawn(session, done(session, planned(session, {1: SUMMARIZE}, cut=3)))
    assert [(row[0], row[6]) for row in rows_of(data)] == [
        (0, "same"), (2, "only"), (1, ""), (2, "top"), (3, "same"),
    ]  # fmt: skip


def test_headers_say_what_the_records_say() -> None:
    session = chat(40)
    made = plan(session, "letta-code", 1_000)
    compaction = compact(session, made, "none")
    data = drawn(session, compaction)
    assert data["before"] == ["before", f"40 messages · {compaction.tokens_before:,} tokens"]
    assert data["after"] == ["after", f"{len(compaction.view)} messages · {compaction.tokens_after:,} tokens"]
    assert data["basis"] == "tokens by o200k, measured"
    left = sum(row[3] for row in rows_of(data))
    assert left == compaction.tokens_before


def test_nothing_done_and_nothing_kept() -> None:
    session = chat(4)
    same = drawn(session, done(session, planned(session, {}, cut=None)))
    assert (same["cut"], same["summary"]) == (None, None)
    assert {row[6] for row in rows_of(same)} == {"same"}
    gone = drawn(session, done(session, planned(session, dict.fromkeys((1, 2, 3), SUMMARIZE), cut=4)))
    assert gone["cut"] == {"at": None, "label": "nothing is kept after this", "sent": True}
    blanked = drawn(session, done(session, planned(session, {1: "clear"}, cut=0)))
    assert blanked["cut"] is None, "nothing goes, so nothing is cut"
    empty = Session(format="test", messages=())
    assert drawn(empty, done(empty, planned(empty, {}, cut=None)))["runs"] == []


@pytest.mark.parametrize("text", ["plain words " * 30, "日本語のテキスト" * 30, "👩‍👩‍👧" * 60, '"\\\n' * 99])
def test_a_long_list_is_sent_in_part_and_within_bounds(text: str) -> None:
    session = chat(5_001, text)
    made = planned(
        session, dict.fromkeys(range(1, 2_500), SUMMARIZE) | dict.fromkeys(range(2_502, 5_000, 3), CLEAR), 2_500
    )
    data = drawn(session, done(session, made))
    assert len(rows_of(data)) == MOST_LINES
    assert (data["first"], data["earlier"], data["later"]) == (1_500, 1_500, 1_501)
    assert len(json.dumps(data)) <= MOST_BYTES
    assert json.loads(json.dumps(data))["runs"] == data["runs"]


def test_the_window_follows_a_selection_unless_told_where_to_stand() -> None:
    session = chat(5_001)
    compaction = done(session, planned(session, dict.fromkeys(range(1, 2_500), SUMMARIZE), cut=2_500))
    near, far = drawn(session, compaction, selected=2_000), drawn(session, compaction, selected=4_900)
    assert (near["first"], near["sent"]) == (1_500, True)
    assert (far["first"], far["sent"]) == (3_001, True)
    fixed = drawn(session, compaction, selected=4_900, first=0)
    assert (fixed["first"], fixed["sent"], fixed["selected"]) == (0, False, 4_900)
    assert drawn(session, compaction, first=10**9)["first"] == 3_001


@given(some.integers(0, 6_000), some.none() | some.integers(-5, 7_000), some.none() | some.integers(0, 6_500))
def test_a_window_lies_inside_the_list(size: int, first: int | None, selected: int | None) -> None:
    lines = tuple(Line(i, i) for i in range(size))
    aligned = Aligned(lines=lines, summary=None, moved=frozenset(), cut=size // 2)
    begin, stop = window(aligned, selected, first)
    assert 0 <= begin <= stop <= size
    assert stop - begin == min(size, MOST_LINES)


def test_the_same_lists_keep_their_digest_when_the_selection_moves() -> None:
    session = chat(9)
    compaction = done(session, planned(session, {1: SUMMARIZE}, cut=2))
    one, two = drawn(session, compaction, selected=3), drawn(session, compaction, selected=None)
    assert one["digest"] == two["digest"]
    other = drawn(session, done(session, compaction.plan, text="another summary"))
    assert (other["digest"] == one["digest"], other["list"] == one["list"]) == (False, True)


def test_text_goes_out_as_it_is() -> None:
    nasty = "<script>alert(1)</script> **bold** [x](javascript:1)"
    session = chat(5, nasty)
    data = drawn(session, done(session, planned(session, {1: SUMMARIZE}, cut=2), text=nasty))
    assert rows_of(data)[1][5] == nasty
    assert data["summary"]["text"] == f"Before:\n{nasty}"


def test_previews_and_words() -> None:
    session = chat(4, "word " * 400)
    rows = rows_of(drawn(session, done(session, planned(session, {}, cut=None))))
    assert max(len(row[5]) for row in rows) == LENGTHS[0] == 100
    assert [(ROLES[row[1]], CATEGORIES[row[2]]) for row in rows] == [
        ("system", "system"), ("user", "user"), ("assistant", "tool_call"), ("tool", "tool_result"),
    ]  # fmt: skip


def test_an_empty_message_has_the_category_of_its_role() -> None:
    messages = (Message(role="tool"), Message(role="developer"), Message(role="user", summary="old"))
    session = Session(format="test", messages=messages)
    measured = measure(session)
    found = [main_category(measured, message, i) for i, message in enumerate(messages)]
    assert found == ["tool_result", "system", "summary"]


def test_a_move_counts_once_and_only_for_its_own_lists() -> None:
    state = {"message": {"number": 7, "list": "a", "value": 3}}
    assert _event(state, "message", "a", 6) == (7, 3)
    assert _event(state, "message", "a", 7) == (7, None)
    assert _event(state, "message", "b", 6) == (7, None)
    assert _event(None, "message", "a", 0) == _event({"message": 3}, "message", "a", 0) == (0, None)


def test_jumps_beyond_the_window() -> None:
    session = chat(5_001)
    compaction = done(session, planned(session, dict.fromkeys(range(1, 4_000), SUMMARIZE), cut=4_000))
    aligned = align(compaction.plan, compaction.view)
    assert _first(aligned, "start", None, 3_000) == 0
    assert _first(aligned, "cut", None, 0) == 3_000
    assert _first(aligned, "selected", 2_500, 0) == 1_500
    assert _first(aligned, "earlier", None, 2_500) == 1_500
    assert _first(aligned, "later", None, 2_500) == 3_500


def test_what_is_added_has_a_line_of_its_own_behind_the_summary() -> None:
    session = chat(6)
    made = planned(session, {1: SUMMARIZE, 2: SUMMARIZE}, cut=3)
    compaction = done(session, made, ack="Fine.")
    data = drawn(session, compaction)
    assert [(run["kind"], [row[0] for row in run["rows"]]) for run in data["runs"]] == [
        ("both", [0]), ("summary", [1, 2]), ("both", ["added: acknowledgement", 3, 4, 5]),
    ]  # fmt: skip
    added = data["runs"][2]["rows"][0]
    assert (ROLES[added[1]], added[5], added[6]) == ("assistant", "Fine.", "added")
    assert data["summary"]["said"] == "No one said this."
    assert data["after"][1].startswith("6 messages")


def test_a_summary_inside_a_kept_message_stands_beside_what_it_replaces_and_in_its_row() -> None:
    session = chat(6)
    made = planned(session, {1: SUMMARIZE, 2: SUMMARIZE}, cut=3)
    last = made.steps[-1].model_copy(update={"decision": Decision(cut=3, mode_used="test", merged_into=4)})
    merged = made.model_copy(update={"steps": (last,)})
    compaction = done(session, merged)
    data = drawn(session, compaction)
    assert [(run["kind"], [row[0] for row in run["rows"]]) for run in data["runs"]] == [
        ("both", [0]), ("elsewhere", [1, 2]), ("both", [3, 4, 5]),
    ]  # fmt: skip
    assert rows_of(data)[4][6][2] == "summary inside"
    assert data["summary"]["facts"].startswith("inside #4 · role user · place 2 of the new list")
    first = made.steps[-1].model_copy(update={"decision": Decision(cut=3, mode_used="test", merged_into=3)})
    beside = drawn(session, done(session, merged.model_copy(update={"steps": (first,)})))
    assert [run["kind"] for run in beside["runs"]] == ["both", "summary", "both"]


def test_protected_messages_and_their_partners_are_named_and_the_lists_stay_the_same_lists() -> None:
    session = chat(40)
    plain, made = plan(session, "letta-code", 300), plan(session, "letta-code", 300, protect=(5,))
    data = drawn(session, compact(session, made, "none"))
    assert data["pins"] == [[5], [6]]  # the call and its result
    assert data["list"] == drawn(session, compact(session, plain, "none"))["list"]


def test_what_was_kept_from_before_stands_in_front_with_a_mark_behind_it() -> None:
    found = chat(9)
    whole = planned(found, {1: SUMMARIZE, 6: SUMMARIZE}, cut=7, start=6)
    made = whole.model_copy(update={"retained": (1, 4)})
    data = drawn(found, done(found, made))
    # the prompt further back opens both sides; #1 goes, #4 stays
    assert [(row[0], row[4], row[6]) for row in rows_of(data)] == [
        (0, 0, "same"), (1, FATES.index("summarize"), ""), (4, 0, "same"), (6, FATES.index("summarize"), ""),
        (7, 0, "same"), (8, 0, "same"),
    ]  # fmt: skip
    assert data["since"] == {"at": 6, "label": "above, kept from before: 2 of #1–#4; below, all from #6 on"}
    assert data["before"][1].startswith("6 messages") and data["cut"]["at"] == 7
    assert drawn(found, done(found, whole))["since"] is None


def test_a_cut_among_what_was_kept_from_before_is_marked_and_one_in_front_of_it_is_none() -> None:
    found = chat(9)
    kept = {"retained": (1, 4)}
    data = drawn(found, done(found, planned(found, {1: SUMMARIZE}, cut=4, start=6).model_copy(update=kept)))
    assert data["cut"] == {"at": 4, "label": "cut at #4: the first message that is kept", "sent": True}
    nothing = planned(found, {}, cut=1, start=6).model_copy(update=kept)
    assert drawn(found, done(found, nothing))["cut"] is None
