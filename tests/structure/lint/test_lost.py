"""What goes and is still needed: a request sent twice, open items, hidden goals, work in the background (users G)."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.compaction import compact
from compaction_core.findings import Finding
from compaction_core.session import Message, Session, Text, ToolCall
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.planner import settle
from compaction_core.structure.lint import Case, lints
from compaction_core.structure.lint.todos import todo_items
from tests.make import result, say, session

ASK = "Number every vase anew, and print the list."


def judged(name: str, made: Session, cut: int | None, text: str | None = None, **case: Any) -> tuple[Finding, ...]:
    """What one lint says of a cut by hand, with this summary."""
    strategy = strategies.get("by-hand")
    planned = plan(made, "by-hand", 10_000, cut=cut, at=case.get("at"))
    passes = () if text is None else (compact(made, planned, text=text),)
    set_ = settle(strategy, {"cut": cut})
    return tuple(lints.get(name).check(Case(made, strategy, set_, 10_000, plan=planned, passes=passes, **case)))


def calls(name: str, identity: str = "c", **arguments: Any) -> Message:
    return Message(role="assistant", parts=(ToolCall(id=identity, name=name, arguments=json.dumps(arguments)),))


TWICE = session(say("user", ASK), say("assistant"), say("user", f" {ASK}\n"), say("assistant"), say("assistant"))


def test_a_cut_between_two_copies_of_the_last_request() -> None:
    """#0 goes and #2 stays; with both on one side nothing is found. Blanks around a text are no difference."""
    (one,) = judged("repeated-request", TWICE, 2)
    assert one.messages == (0, 2) and one.severity == "warning"
    assert not judged("repeated-request", TWICE, 3) and not judged("repeated-request", TWICE, None)


@pytest.mark.parametrize(
    "last",
    [say("user", "Number every cup anew, and print the list."), say("user", ASK, flags=("meta",))],
)
def test_another_request_or_one_that_no_person_wrote_is_no_copy(last: Message) -> None:
    assert not judged("repeated-request", session(say("user", ASK), say("assistant"), last), 1)


def test_short_requests_come_often() -> None:
    made = session(say("user", "go on"), say("assistant"), say("user", "go on"))
    assert not judged("repeated-request", made, 1)


def test_an_older_copy_does_not_count_where_the_last_request_is_another() -> None:
    made = session(say("user", ASK), say("user", ASK), say("assistant"), say("user", "And then the cups, please."))
    assert not judged("repeated-request", made, 1)


@given(st.lists(st.sampled_from([ASK, "Another request that is long enough.", "no"]), max_size=9), st.integers(0, 9))
@settings(max_examples=60, deadline=None)
def test_the_pair_has_the_same_words_and_the_cut_between(texts: list[str], cut: int) -> None:
    made = session(*(say("user", text) for text in texts))
    for one in judged("repeated-request", made, min(cut, len(texts))):
        first, last = one.messages
        assert made.messages[first].text == made.messages[last].text and first < cut <= last


def todos(*items: tuple[str, str]) -> Message:
    return calls("TodoWrite", todos=[{"content": text, "status": status} for text, status in items])


LIST = session(
    say("user", ASK),
    todos(("Wash the vases", "completed"), ("Number the vases", "in_progress"), ("Print the list", "pending")),
    result("c"),
    say("assistant"),
    say("user", "Go on with the list."),
)


def test_open_items_that_stand_nowhere_any_more() -> None:
    """Three items, two open; the summary holds one of them, in other letters and over a line break."""
    (one,) = judged("todos", LIST, 3, "Still to do: NUMBER the\nvases.")
    assert one.messages == (1,) and "3 items, 2 open) goes, and 1 of the open ones stands nowhere" in one.text
    (two,) = judged("todos", LIST, 3, "There is a list.")
    assert "2 of the open ones stand nowhere" in two.text
    assert not judged("todos", LIST, 3, "Open: number the vases; print the list.")


def test_a_list_that_stays_loses_nothing_and_only_the_newest_counts() -> None:
    assert not judged("todos", LIST, 1, "short")
    newer = session(
        *LIST.messages, calls("todo_write", "d", todos=[{"content": "Rest", "status": "done"}]), result("d")
    )
    assert not judged("todos", newer, 7, "short")


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("update_plan", '{"plan":[{"step":"Sow","status":"Pending"}]}', (("Sow", "pending"),)),
        ("todowrite", '{"todos":[{"content":"Sow","status":"done"},{"content":"no status"}]}', (("Sow", "done"),)),
        ("todowrite", '{"todos":[', ()),
        ("read", '{"todos":[{"content":"Sow","status":"done"}]}', ()),
    ],
)
def test_which_calls_write_a_list(name: str, arguments: str, expected: tuple[tuple[str, str], ...]) -> None:
    assert todo_items(ToolCall(id="a", name=name, arguments=arguments)) == expected


def test_all_43_items_are_read() -> None:
    """The list of users G6."""
    (call,) = todos(*((f"Item {n}", "pending") for n in range(43))).calls
    assert len(todo_items(call)) == 43


def hidden(text: str = "The goal from now on: a guide for beginners.") -> Session:
    """Codex keeps the user's own messages and drops what the program put in."""
    put_in = Message(role="user", parts=(Text(text=text),), flags=("meta",))
    return session(say("user", ASK), say("assistant"), put_in, say("assistant"), say("assistant"))


def judged_by(strategy: str, made: Session, protect: tuple[int, ...] = ()) -> tuple[Finding, ...]:
    chosen = strategies.get(strategy)
    case = Case(made, chosen, settle(chosen, {}), 10_000, at=len(made.messages), protect=protect)
    return tuple(lints.get("hidden-goals").check(case))


def test_a_hidden_goal_goes_and_the_older_request_stays() -> None:
    (one,) = judged_by("codex", hidden())
    assert one.messages == (2,) and "#0" in one.text
    assert not judged_by("codex", hidden(), protect=(2,))


def test_hidden_items_that_set_no_goal_or_are_put_in_again_or_go_with_all_else() -> None:
    assert not judged_by("codex", hidden("<environment_context>\nThe goal is unknown.\n</environment_context>"))
    assert not judged_by("codex", hidden("The folder has changed."))  # says no goal
    assert not judged("hidden-goals", hidden(), 4)


def started(*more: Message, **arguments: Any) -> Session:
    begun = calls("Bash", "c", command="make book", **({"run_in_background": True} | arguments))
    return session(say("user", ASK), begun, result("c", "Command running in background with ID: bash_7"), *more)


def test_work_that_still_runs_and_is_named_nowhere() -> None:
    made = started(say("assistant"), say("user", "How far is it?"))
    (one,) = judged("background-work", made, 4, "A book is made.")
    assert one.messages == (1,) and "bash_7" in one.text
    assert not judged("background-work", made, 4, "A book is made (bash_7 still runs).")
    assert judged("background-work", made, 4, "A book is made (bash_77 still runs).")
    assert not judged("background-work", made, 1, "short")


def test_work_that_has_ended_or_that_was_waited_for() -> None:
    ended = started(say("assistant"), say("user", "bash_7 completed (exit code 0)", flags=("meta",)), say("assistant"))
    assert not judged("background-work", ended, 5, "short")
    assert judged("background-work", ended, 4, "short", at=4)  # it ends only later
    assert not judged("background-work", started(say("assistant"), say("user"), run_in_background=False), 4, "short")
