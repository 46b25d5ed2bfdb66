"""The page of what really happened."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from compaction_core.recorded import beside, told
from compaction_core.samples import open_sample
from tests.app.test_pages import headline, visitor
from ui.words import escape

SAMPLE = "already_compacted"


@pytest.fixture
def app() -> AppTest:
    """A fresh visitor on the page, with the sample that records two compactions."""
    return visitor("recorded", session=SAMPLE)


def event(app: AppTest) -> Any:
    return app.selectbox(key=f"recorded_event {open_sample(SAMPLE).digest}")


def sentence(nth: int, strategy: str) -> str:
    return told(beside(open_sample(SAMPLE), nth, strategy, 128_000))


def test_the_sentence_is_the_librarys_and_follows_event_and_strategy(app: AppTest) -> None:
    assert not app.exception and headline(app) == sentence(0, "letta-code")
    event(app).select(1).run()
    assert headline(app) == sentence(1, "letta-code")
    app.selectbox(key="strategy").select("pi").run()
    assert not app.exception and headline(app) == sentence(1, "pi")


def test_the_table_holds_what_the_file_states(app: AppTest) -> None:
    table = app.main.dataframe[0].value
    assert list(table["before, recorded"]) == [160_029, 46_060]
    assert list(table["trigger"]) == ["auto", "manual"] and list(table["hid"]) == [418, 110]


def test_the_four_sides_add_up(app: AppTest) -> None:
    assert app.main.dataframe[1].value["messages"].sum() == 418


def test_both_summaries_stand_there_as_they_are(app: AppTest) -> None:
    recorded = open_sample(SAMPLE).messages[418].summary
    shown = [block.value for block in app.main.code]
    assert recorded in shown and any(text.startswith("## Goals") for text in shown if text != recorded)


def test_a_session_without_a_record_shows_the_sample_and_opens_it(app: AppTest) -> None:
    app.selectbox(key="session").select("first_example").run()
    assert not app.exception and "records no compaction" in headline(app)
    assert any(escape("Before #418") in text.value for text in app.main.markdown)
    app.button(key="recorded_example").click().run()
    assert app.selectbox(key="session").value == SAMPLE and headline(app) == sentence(0, "letta-code")


def test_every_session_has_its_own_event(app: AppTest) -> None:
    event(app).select(1).run()
    app.selectbox(key="session").select("first_example").run()
    app.selectbox(key="session").select(SAMPLE).run()
    assert not app.exception and event(app).value == 1 and headline(app) == sentence(1, "letta-code")


@pytest.mark.parametrize(("linked", "shown"), [("1", 1), ("9", 0), ("x", 0)])
def test_a_link_opens_its_event(linked: str, shown: int) -> None:
    found = visitor("recorded", session=SAMPLE, event=linked)
    assert not found.exception and event(found).value == shown
