"""What fills a prompt, and whether it is made for the situation."""

import pytest

from compaction_core.session import Message
from compaction_core.summarizers.prompts import Prompt, prompt, prompt_names
from compaction_core.summarizers.prompts.fitting import KINDS, misfit
from compaction_core.summarizers.prompts.variables import variables
from tests.extraction.sessions import ENGLISH, assistant, request, user

EARLIER = user("[1 message hidden] They fixed the login.", summary="They fixed the login.")
LATER = request([EARLIER, *ENGLISH[5:]])
FIRST = request(ENGLISH[1:8])


def test_every_variable_has_its_value() -> None:
    """The files are those of the session's own calls: auth.py is read, then edited."""
    filled = variables(request([EARLIER, *ENGLISH]), "the cache")
    assert filled == {
        "focus": "Pay special attention to: the cache",
        "previous_summary": "They fixed the login.",
        "files": "Files modified:\n- src/auth.py",
        "date": "not known",
    }
    assert variables(request([user("hi")]))["focus"] == variables(request([user("hi")]))["files"] == ""


@pytest.mark.parametrize(
    ("times", "day"),
    [
        ((1_772_000_000.0, 1_771_000_000.0), "2026-02-25"),  # date -u -d @1772000000
        ((None, 0.0), "1970-01-01"),
        ((1e18,), "not known"),
        ((-1e18,), "not known"),
    ],
)
def test_the_date_is_the_newest_message_s_day(times: tuple[float | None, ...], day: str) -> None:
    assert variables(request([user("hi", timestamp=time) for time in times]))["date"] == day


def test_the_earlier_summary_stands_in_every_update() -> None:
    for name in prompt_names():
        said = prompt(name).filled(variables(LATER, "the cache"))
        assert ("They fixed the login." in said) == (prompt(name).kind == "update")
        assert said.endswith("the cache") == ("{focus}" in prompt(name).text), "a focus is named last"
    assert "{focus}" not in prompt("pi_turn_prefix").text, "pi gives the prefix none"


def test_an_update_needs_an_earlier_summary_and_a_first_prompt_none() -> None:
    assert "Choose a prompt for a first summary" in misfit(prompt("pi_update"), FIRST, None)
    assert not misfit(prompt("pi_update"), LATER, None) and not misfit(prompt("pi_first"), FIRST, None)
    assert "Choose the update" in misfit(prompt("pi_first"), LATER, None)
    own = prompt("pi_first").model_copy(update={"text": "Go on from {previous_summary}."})
    assert not misfit(own, LATER, None)


def test_one_prompt_for_both_always_fits() -> None:
    for kept in (None, user("hi"), assistant("ok")):
        assert not misfit(prompt("letta_code_all"), FIRST, kept) + misfit(prompt("letta_code_all"), LATER, kept)


def test_a_turn_prefix_needs_a_cut_inside_the_only_turn() -> None:
    prefix, turn = prompt("pi_turn_prefix"), request(ENGLISH[1:4])
    assert not misfit(prefix, turn, assistant("", *ENGLISH[4].calls))
    assert not misfit(prefix, request([EARLIER, *ENGLISH[2:4]]), assistant("ok"))
    assert "in front of a user message" in misfit(prefix, turn, user("next"))
    assert "nothing stays" in misfit(prefix, turn, None)
    assert "too (1)" in misfit(prefix, request(ENGLISH[1:]), assistant("ok"))


def test_a_check_has_nothing_to_check() -> None:
    check = Prompt(name="n", title="t", kind="verify", role="user", text="Check it.")
    kept: Message = assistant("ok")
    assert "nothing to check" in misfit(check, FIRST, kept) and list(KINDS)[-1] == "verify"
