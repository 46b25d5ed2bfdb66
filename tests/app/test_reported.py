"""The section on what the provider reported: where it is shown, and what its button does."""

import pytest
from streamlit.testing.v1 import AppTest

from compaction_core.reported import reported
from compaction_core.samples import open_sample
from tests.app.test_pages import visitor

MEASURED = reported(open_sample("already_compacted")).overhead


@pytest.fixture
def app() -> AppTest:
    """A visitor who looks at the sample that reports usage."""
    return visitor(session="already_compacted")


def said(app: AppTest) -> list[str]:
    return [note.value for note in (*app.main.markdown, *app.main.caption)]


def test_a_sample_without_usage_has_one_quiet_line() -> None:
    app = visitor()
    assert any("The file reports no tokens of any call" in text for text in said(app))
    assert not [button for button in app.main.button if button.key == "use_reported"]


def test_the_measured_overhead_goes_into_its_field_and_is_not_called_typed(app: AppTest) -> None:
    assert any("The provider reported the context of 277 calls" in text for text in said(app))
    assert app.number_input(key="overhead").value is None
    app.button(key="use_reported").click().run()
    assert not app.exception
    assert app.number_input(key="overhead").value == MEASURED
    assert any("reported for 277 calls, not typed in" in note.value for note in app.sidebar.caption)
    assert any("in use as system prompt and tools" in text for text in said(app))
    assert not [button for button in app.main.button if button.key == "use_reported"]


def test_any_other_number_is_typed(app: AppTest) -> None:
    app.number_input(key="overhead").set_value(MEASURED + 1).run()
    assert not any("not typed in" in note.value for note in app.sidebar.caption)
    assert app.button(key="use_reported").label == f"Use {MEASURED:,} tokens as system prompt and tools"
