"""The checks page, without a browser."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.test_pages import ENTRY, ROOT, WAIT, go, headline

PAGE = ROOT / "pages" / "checks.py"


def opened(**params: str) -> AppTest:
    app = AppTest.from_file(str(ENTRY), default_timeout=WAIT)
    for name, value in params.items():
        app.query_params[name] = value
    return go(app.run(), PAGE)


def test_the_first_sentence_says_the_result() -> None:
    app = opened()
    assert not app.exception
    assert headline(app) == (
        "After #344, Letta Code: OpenAI chat takes the lists before and after, and nothing in these settings stands "
        "against it."
    )


def test_a_strict_template_refuses_the_long_session() -> None:
    """A user message stands right behind a tool result at #118."""
    app = opened(provider="strict-template,nonsense")
    assert app.multiselect(key="check_providers").value == ["strict-template"]
    assert "would refuse a list" in headline(app)
    table = app.dataframe[0].value
    assert "user-after-tool" in table["code"].to_list() and "#117, #118" in table["messages"].to_list()


def test_settings_that_cannot_work_are_in_the_sentence() -> None:
    app = opened(session="first_example", strategy="pi", window="8192")
    assert "these settings cannot work here (" in headline(app)
    said = " ".join(block.value for block in app.markdown)
    assert "What is held back is as large as" in said and "Lower the reserve" in said


def test_the_filter_narrows_the_table() -> None:
    app = opened(provider="strict-template")
    app.button_group(key="check_severities").set_value(["error"]).run()
    assert set(app.dataframe[0].value["severity"]) == {"error"}
    app.button_group(key="check_severities").set_value([]).run()
    assert not app.exception and any("Nothing was found" in note.value for note in app.caption)


def test_no_provider_is_no_error() -> None:
    app = opened()
    app.multiselect(key="check_providers").set_value([]).run()
    assert not app.exception and headline(app).endswith("no provider is chosen.")


@pytest.mark.parametrize("strategy", ["letta-server", "openhands", "langchain-trim-messages", "keep-all"])
def test_other_systems_can_be_judged(strategy: str) -> None:
    app = opened(strategy=strategy, provider="anthropic,gemini,openai-responses")
    assert not app.exception and headline(app)
