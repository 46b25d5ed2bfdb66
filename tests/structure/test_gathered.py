"""What is told once: many notes of one kind, and calls whose results an export leaves out."""

from compaction_core.session import Integrity, Message, Session, Text, ToolCall, Warning
from compaction_core.strategies import strategies
from compaction_core.structure.checkup import ALIKE, Found, examine
from compaction_core.structure.lint import Case

PI = strategies.get("pi")


def looked(session: Session, provider: str) -> list[Found]:
    return [each for each in examine(Case(session, PI, PI.parameters(), 200_000), [provider]) if each.where == "before"]


def pairs(number: int) -> Session:
    """A user message, then two answers, again and again: ``number`` runs of two."""
    roles = ("user", "assistant", "assistant") * number
    return Session(format="test", messages=tuple(Message(role=r, parts=(Text(text="x"),)) for r in roles))  # type: ignore[arg-type]


def test_many_notes_of_one_kind_are_one_with_all_messages() -> None:
    (found,) = [each.finding for each in looked(pairs(10), "anthropic") if each.finding.code == "roles-alternate"]
    assert found.severity == "note" and found.text.endswith("The same holds in 9 more places: 10 in all.")
    assert found.messages == tuple(i for i in range(30) if i % 3)


def test_a_few_notes_and_every_error_stand_by_themselves() -> None:
    notes = [each for each in looked(pairs(ALIKE), "anthropic") if each.finding.code == "roles-alternate"]
    errors = [each for each in looked(pairs(10), "strict-template") if each.finding.code == "roles-alternate"]
    assert len(notes) == ALIKE and len(errors) == 10
    assert {each.finding.severity for each in errors} == {"error"}


def test_a_call_whose_result_the_export_leaves_out_is_a_warning() -> None:
    """The importer of Markdown chats says so; elsewhere it is an error."""
    rows = (
        Message(role="user", parts=(Text(text="go"),)),
        Message(role="assistant", parts=(ToolCall(id="a", name="t", arguments="{}"),)),
        Message(role="user", parts=(Text(text="next"),)),
    )
    said = Integrity(warnings=(Warning(code="no_results", text="The file shows no result for 1 call."),))
    severities = {}
    for integrity in (said, Integrity()):
        found = looked(Session(format="test", messages=rows, integrity=integrity), "anthropic")
        (one,) = [each.finding for each in found if each.finding.code == "unanswered-call"]
        severities[integrity.leaves_out_results] = one.severity
        assert ("This export leaves results out" in one.text) == integrity.leaves_out_results
    assert severities == {True: "warning", False: "error"}
