"""The museum page, and an exhibit opened from it in the other pages."""

from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from compaction_core.museum import exhibits, find_exhibit
from tests.app.test_pages import headline, visitor
from ui.exhibit import AS_REPORTED, MENDED
from ui.museum import opened

NAME = "ten-results-lose-their-call"


def everything(app: AppTest) -> str:
    return " ".join(str(part.value) for part in (*app.main.markdown, *app.main.caption, *app.main.subheader))


def test_an_exhibit_shows_its_finding_and_goes_with_its_fix() -> None:
    app = visitor("museum", exhibit_shown=NAME)
    assert not app.exception and "orphan-result" in everything(app) and "answer calls that no" in headline(app)
    app.segmented_control(key="exhibit_how").set_value("mended").run()
    assert not app.exception and "is gone" in everything(app) and "answer calls that no" not in headline(app)
    assert app.query_params["exhibit_how"] in ("mended", ["mended"])


def test_a_class_leaves_only_its_exhibits() -> None:
    app = visitor("museum")
    app.pills[0].set_value("D").run()
    shown = app.main.selectbox[0].options
    assert len(shown) == sum(exhibit.kind == "D" for exhibit in exhibits())


@pytest.mark.parametrize("how", [AS_REPORTED, MENDED])
def test_its_link_opens_it_in_another_page_with_the_same_verdict(how: str) -> None:
    app = visitor("checks", **dict(parse_qsl(opened.query(find_exhibit(NAME), how))))
    assert not app.exception and not app.error
    codes = [row for frame in app.main.dataframe for row in frame.value.get("code", [])]
    assert ("orphan-result" in codes) == (how == AS_REPORTED)


def test_a_door_takes_the_setting_along() -> None:
    app = visitor("museum", exhibit_shown=NAME)
    app.button(key="door_checks").click().run()
    assert not app.exception
    assert app.selectbox(key="session").value == f"museum/{NAME}"
    assert app.selectbox(key="strategy").value == "by-hand" and app.number_input(key="window").value == 8_000


@pytest.mark.parametrize("name", [exhibit.name for exhibit in exhibits() if exhibit.setting.summary is not None])
def test_the_answer_of_a_report_is_the_summary_before_and_after(name: str) -> None:
    exhibit = find_exhibit(name)
    app = visitor("before_after", **dict(parse_qsl(opened.query(exhibit, AS_REPORTED))))
    assert not app.exception  # the page itself may say that the answer fails a check
    shown = [area.value for area in app.main.text_area if area.label == "Summary text"]
    assert shown == [exhibit.setting.summary]


def test_the_page_says_how_its_classes_are_ordered_and_that_the_sidebar_has_no_say() -> None:
    app = visitor("museum", exhibit_shown=NAME)
    said = [note.value for note in app.main.caption]
    assert "Classes, the worst first. An exhibit has its own setting: the sidebar does not change it here." in said
