"""Masking in the app: on screen on request, in exports unless switched off, with kinds and words of one's own."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.test_before_after import captions
from tests.app.test_pages import PAGES, labelled, visitor
from tests.report.test_masked import VALUES, private
from ui.state.transcripts import Kept


def opened(page: str = "", **parameters: str) -> AppTest:
    """The app on a private session of this visitor."""
    return visitor(page, Kept(private(), "private.json", 1000, 1e12), **{"window": "1000", **parameters})


def said(app: AppTest) -> str:
    """Everything of the page and the sidebar that is text."""
    kinds = ("code", "caption", "markdown", "text", "subheader", "text_area")
    shown = [str(each.value) for kind in kinds for each in app.get(kind)]
    return "\n".join([*shown, *(frame.value.to_string() for frame in app.dataframe)])


def test_on_screen_only_on_request_and_it_says_what_follows() -> None:
    app = opened(message="0")
    assert any(value in said(app) for value in VALUES)
    labelled(app.sidebar.toggle, "Mask on screen").set_value(True).run()
    assert not app.exception and not any(value in said(app) for value in VALUES)
    assert "[email 1]" in said(app) and app.query_params["mask"] == "true"
    note = next(each.value for each in app.sidebar.caption if "Masked on screen" in each.value)
    assert "2 secrets" in note and "on the masked texts" in note


@pytest.mark.parametrize("page", [path.stem for path in PAGES])
def test_a_link_opens_every_page_masked(page: str) -> None:
    app = opened(page, mask="true", message="0")
    assert not app.exception  # an error box may be right: masked messages can be smaller than their summary
    assert not any(value in said(app) for value in VALUES)


def test_exports_are_masked_unless_switched_off_with_a_count_beside_them() -> None:
    app = opened("before_after")
    assert "Found in this session: 2 secrets, 2 e-mail addresses, 2 home folders and 9 user names." in captions(app)
    labelled(app.main.toggle, "Mask secrets and personal data in exports").set_value(False).run()
    assert "The files hold every text as it is." in captions(app) and not app.exception


def test_kinds_and_words_of_ones_own() -> None:
    app = opened("before_after")
    labelled(app.sidebar.multiselect, "What is masked").set_value(["email"]).run()
    labelled(app.sidebar.text_area, "Words of your own").set_value("shop\nasks*").run()
    assert "Found in this session: 2 e-mail addresses and 2 own words." in captions(app)
    labelled(app.sidebar.text_area, "Words of your own").set_value("*").run()
    assert any("in a row" in box.value for box in app.error) and not app.exception
    assert not any("shop" in str(values) for values in app.query_params.values())
