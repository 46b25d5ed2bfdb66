"""The integrity report: every number can be counted in the rows above it."""

from dataclasses import replace

from hypothesis import given

from compaction_core.importers import load
from compaction_core.report.integrity import Fact, facts, reading
from compaction_core.session import Integrity, Opaque, RecordedCompaction, Session, Thread, Warning
from tests.importers import claude_rows as rows
from tests.make import call, result, say, session, sessions


def found(of: Session) -> dict[str, Fact]:
    return {fact.code: fact for fact in facts(of)}


def test_what_was_looked_for_is_told_where_there_is_none() -> None:
    told = facts(session(say("user"), say("assistant")))
    assert {fact.number for fact in told} == {0}
    assert [fact.code for fact in told] == [
        "orphan_results", "unanswered_calls", "repeated_call_ids", "unreadable_lines", "broken_parents", "branches",
        "repeated_rows", "opaque",
    ]  # fmt: skip


def test_pairs_ids_and_unknown_blocks_name_their_messages() -> None:
    strange = [Opaque(type="mystery", raw="é" * 10), Opaque(type="mystery", raw="x"), Opaque(type="other", raw="")]
    blocks = replace(say("assistant"), parts=tuple(strange))
    told = facts(session(result("gone"), call("a", "b"), result("a"), call("a"), result("a"), blocks))
    by = {fact.code: fact for fact in told}
    assert (by["orphan_results"].number, by["orphan_results"].messages) == (1, (0,))
    assert (by["unanswered_calls"].number, by["unanswered_calls"].where) == (1, "#1")
    assert by["repeated_call_ids"].messages == (3,)
    opaque = [(fact.what, fact.number, fact.messages, fact.size) for fact in told if fact.code == "opaque"]
    assert opaque == [
        ("blocks that cannot be read: mystery", 2, (5,), 21),  # é takes two bytes
        ("block that cannot be read: other", 1, (5,), 0),
    ]


def test_flags_compactions_and_threads() -> None:
    of = session(
        say("user", flags=("meta",)), say("assistant", flags=("synthetic", "error")), say("user"),
        say("user", flags=("meta",)),
        compactions=(RecordedCompaction(index=2), RecordedCompaction(index=4, kind="clear")),
        threads=(Thread(id="t", messages=(say("user"),)),),
    )  # fmt: skip
    told = found(of)
    assert (told["meta"].number, told["meta"].where) == (2, "#0, #3")
    assert told["synthetic"].messages == told["error"].messages == (1,)
    assert told["compact"].messages == (2,) and told["compact"].what == "compaction on record"
    assert told["meta"].what == "messages nobody typed" and told["threads"].what == "sub-agent thread"
    assert told["clear"].messages == (3,)  # at the end of the list: the last message
    assert told["threads"].number == 1
    assert "pruned" not in told


def test_a_damaged_claude_code_file() -> None:
    data = rows.jsonl(
        rows.user("u0", None, "first"),
        rows.assistant("a0", "u0", rows.text("one")),
        rows.user("u1", "a0", "rewound"),
        rows.user("u2", "a0", "second"),
        rows.user("u2", "a0", "second"),
        "no json",
        rows.assistant("a2", "nowhere", rows.text("two"), rows.call("c")),
        {"type": "file-history-snapshot", "snapshot": {}},
        rows.user("s0", None, "aside", isSidechain=True, agentId="agent"),
    )
    of = load(data)
    told = found(of)
    assert [message.text for message in of.messages] == ["first", "one", "second", "two"]
    assert (told["branches"].number, told["branches"].lines) == (1, (2,))
    assert told["repeated_rows"].number == 1
    assert (told["unreadable_lines"].number, told["unreadable_lines"].where) == (1, "line 5")
    assert "Expecting value" in told["unreadable_lines"].means
    assert told["broken_parents"].lines == (6,)
    assert told["unanswered_calls"].messages == (3,)
    assert told["skipped_rows"].number == told["threads"].number == 1
    assert reading(of) == (
        "Read as Claude Code JSONL 2.1.37, because row 0 is a user row with a message: 9 lines, 4 messages, "
        "1 row without a message, 1 line unreadable, 1 sub-agent thread. Model: claude-opus-4-6."
    )


def test_what_an_importer_noted_beyond_that_is_told_in_its_words() -> None:
    note = Warning(code="several_conversations", text="The file holds 2.", line=3)
    uncounted = Warning(code="branches", text="Some were left out.")
    told = facts(session(say("user"), integrity=Integrity(warnings=(note, uncounted))))
    own = [(fact.what, fact.number, fact.where, fact.means) for fact in told if fact.code == note.code]
    assert own == [("several conversations", 1, "line 3", "The file holds 2.")]
    assert "Some were left out." in [fact.means for fact in told]  # no number: never lost


def test_hidden_characters_of_a_file_do_not_reach_the_sentence() -> None:
    of = session(say("user"), version="1\x1b[2J", integrity=Integrity(detected_by="a\u202eb"))
    assert "\x1b" not in reading(of) and "\u202e" not in reading(of)


@given(sessions())
def test_numbers_and_places_agree_with_the_session(of: Session) -> None:
    told = found(of)
    assert told["orphan_results"].number == len(of.orphans)
    assert told["unanswered_calls"].number == len(of.unanswered)
    for fact in facts(of):
        assert fact.number >= len(fact.messages) >= 0
        assert all(0 <= number < len(of.messages) for number in fact.messages)
        assert Fact.model_validate_json(fact.model_dump_json()) == fact
