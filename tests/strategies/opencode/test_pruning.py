"""The clearing of old tool outputs: agents.md §1, tool-output pruning. An output of 4n characters is n tokens."""

from dataclasses import replace

import pytest
from hypothesis import given

from compaction_core.compaction import compact
from compaction_core.session import Message, Session, ToolCall
from compaction_core.strategies import plan
from compaction_core.strategies.opencode.entries import read
from compaction_core.strategies.opencode.prunable import prunable
from compaction_core.strategies.opencode.pruning import PLACEHOLDER, text_tokens, walk
from tests.make import call, result, say, session, sessions


def asked(name: str, tokens: int, tool: str = "read", **fields: object) -> tuple[Message, ...]:
    """A turn with one tool output of so many tokens."""
    called = Message(role="assistant", parts=(ToolCall(id=name, name=tool),))
    return say("user"), called, replace(result(name, "x" * (4 * tokens)), **fields), say("assistant")


NEW = (*asked("y", 90_000), *asked("z", 90_000))
"""The two newest turns: immune, whatever their size."""


def cleared(*messages: Message, **settings: object) -> tuple[int, ...]:
    return plan(session(*messages, *NEW), "opencode-prune", None, **settings).indexes("clear")


def test_the_output_that_crosses_the_protected_tokens_is_cleared_itself() -> None:
    assert cleared(*asked("a", 20_001), *asked("b", 40_000)) == (2,)
    assert cleared(*asked("a", 100), *asked("b", 40_001)) == (2, 6)


def test_more_than_the_minimum_is_needed() -> None:
    assert cleared(*asked("a", 20_000), *asked("b", 40_000)) == ()


def test_two_user_messages_are_immune() -> None:
    assert plan(session(*NEW), "opencode-prune", None).cut is None
    assert cleared(*asked("a", 90_000)) == (2,)


def test_skill_is_never_cleared_but_by_the_oldest_generation() -> None:
    old = (*asked("a", 90_000, tool="skill"), *asked("b", 90_000))
    assert cleared(*old) == (6,)
    assert cleared(*old, release="1.0") == (2, 6)


def test_a_failed_output_does_not_count() -> None:
    failed = replace(result("a", "x" * 400_000).parts[0], is_error=True)
    assert cleared(say("user"), call("a"), Message(role="tool", parts=(failed,)), *asked("b", 90_000)) == (5,)


def test_the_walk_stops_at_what_was_cleared_before_and_at_a_summary() -> None:
    assert cleared(*asked("a", 90_000), *asked("b", 100, flags=("pruned",)), *asked("c", 90_000)) == (10,)
    assert cleared(*asked("a", 90_000), say("user", "s", summary="s"), *asked("c", 90_000)) == (7,)


def test_a_request_for_a_compaction_counts_as_a_user_message() -> None:
    """The summary within the two newest turns does not stop the walk: it is passed before two of them are seen."""
    found = session(*asked("a", 90_000), say("user", "s", summary="s"), *asked("z", 90_000))
    assert plan(found, "opencode-prune", None).indexes("clear") == (2,)


def test_the_call_stays_and_its_output_is_a_placeholder() -> None:
    found = session(*asked("a", 90_000), *NEW)
    view = compact(found, plan(found, "opencode-prune", None), "none").view
    assert view[2].message.text == PLACEHOLDER and view[1].message == found.messages[1]
    assert len(view) == len(found.messages), "nothing is said besides"


@pytest.mark.parametrize(("release", "by_default"), [("1.0", True), ("1.3.2", True), ("1.14.34", False)])
def test_a_compaction_prunes_where_the_release_does(release: str, by_default: bool) -> None:
    found = session(*asked("a", 90_000), *NEW)
    made = plan(found, "opencode", 200_000, release=release)
    assert any(e.fate == "clear" for step in made.steps for e in step.effects) is by_default
    for prune in (True, False):
        made = plan(found, "opencode", 200_000, release=release, prune=prune)
        assert any(e.fate == "clear" for step in made.steps for e in step.effects) is prune
    made = plan(found, "opencode", 200_000, release=release, prune=True, triggered_by="overflow")
    assert not any(e.fate == "clear" for step in made.steps for e in step.effects)


def test_the_summarizer_reads_the_placeholder() -> None:
    found = session(*asked("a", 90_000), *NEW)
    read_by = compact(found, plan(found, "opencode", 200_000, release="1.3.2"), "none").request
    assert PLACEHOLDER in read_by.transcript and read_by.transcript.count("x" * 360_000) == 2


@given(sessions())
def test_one_pass_finds_what_walking_back_at_every_entry_finds(found: Session) -> None:
    entries = read(found.messages, [i for i, m in enumerate(found.messages) if not m.is_prompt]).entries

    def tokens(index: int) -> int:
        return text_tokens(found.messages[index].text)

    walked = tuple(walk(entries[: at + 1], tokens, ("skill",), 12).tokens for at in range(len(entries)))
    assert prunable(entries, tokens, ("skill",), 12) == walked
