"""Before and after says that the new list would be refused, with and without a summary in it."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.test_pages import BEFORE_AFTER, ENTRY, WAIT


def errors(**parameters: str) -> list[str]:
    app = AppTest.from_file(str(ENTRY), default_timeout=WAIT)
    for name, value in parameters.items():
        app.query_params[name] = value
    app.switch_page(str(BEFORE_AFTER)).run()
    assert not app.exception
    return [box.value.replace("\\", "") for box in app.main.error]


@pytest.mark.parametrize(
    ("summarizer", "list_"), [("offline", "the new list"), ("none", "the new list, which holds no summary")]
)
def test_a_list_that_would_be_refused_is_said_to_be(summarizer: str, list_: str) -> None:
    """What Cline keeps here begins with #149, the result of a call that #148 makes and that goes."""
    (said,) = errors(session="long_coding", strategy="cline", summarizer=summarizer)
    assert said.startswith(f"OpenAI chat would refuse {list_}: #149 answers a call that no earlier message makes.")
    assert said.endswith("or behind the last of its results.")


@pytest.mark.parametrize("summarizer", ["offline", "none"])
def test_a_list_that_is_taken_needs_no_word(summarizer: str) -> None:
    assert errors(session="long_coding", summarizer=summarizer) == []


def test_the_providers_chosen_on_checks_decide() -> None:
    app = AppTest.from_file(str(ENTRY), default_timeout=WAIT)
    app.query_params["session"], app.query_params["strategy"] = "long_coding", "cline"
    app.session_state["check_providers"] = ["gemini"]
    app.switch_page(str(BEFORE_AFTER)).run()
    assert not app.exception
    assert [box.value.startswith("Gemini would refuse the new list") for box in app.main.error] == [True]
