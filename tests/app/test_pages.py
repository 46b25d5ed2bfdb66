"""Every page on every sample, without a browser. Links and clicks are in tests/e2e."""

import re
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from compaction_core.samples import samples
from ui.state.transcripts import Kept

ENTRY = Path(__file__).with_name("entry.py")
ROOT = Path(__file__).parents[2]
PAGES = tuple(sorted((ROOT / "pages").glob("*.py")))
WAIT = 60


def visitor(page: str = "", own: Kept | None = None, **link: str) -> AppTest:
    """A fresh visitor who opens a link, to the first page or straight to another; ``own`` was loaded before."""
    app = AppTest.from_file(str(ENTRY), default_timeout=WAIT)
    if own is not None:
        app.session_state["own"] = {own.session.digest: own}
        link = {"session": own.session.digest, **link}
    for name, value in link.items():
        app.query_params[name] = value
    return (app.switch_page(str(ROOT / "pages" / f"{page}.py")) if page else app).run()


@pytest.fixture
def app() -> AppTest:
    """A fresh visitor at the first page."""
    return visitor()


def go(app: AppTest, page: Path) -> AppTest:
    return app.switch_page(str(page)).run()


def headline(app: AppTest) -> str:
    text: str = app.main.subheader[0].value
    return text.replace("\\", "")


def test_the_first_paint_tells_the_story(app: AppTest) -> None:
    """The bundled long session crosses its 128,000-token window; the numbers are those of test_samples.py."""
    assert not app.exception
    assert headline(app).startswith("This session holds 412 messages")
    assert "In a 128,000-token window, Letta Code would compact after #" in headline(app)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
@pytest.mark.parametrize("sample", [sample.name for sample in samples()])
def test_every_page_shows_every_sample(page: Path, sample: str) -> None:
    app = visitor(page.stem, session=sample)
    assert app.selectbox(key="session").value == sample
    assert not app.exception and not app.error
    assert headline(app)


def test_a_change_of_window_changes_the_story(app: AppTest) -> None:
    before = headline(app)
    app.number_input(key="window").set_value(60_000).run()
    assert headline(app) != before and "60,000-token window" in headline(app)


def test_a_session_that_never_reaches_the_line_offers_the_window_at_which_it_would(app: AppTest) -> None:
    app.number_input(key="window").set_value(1_000_000).run()
    assert "never" in headline(app)
    assert any("Use a window of" in button.label for button in app.main.button)
    next(button for button in app.main.button if "Use a window of" in button.label).click().run()
    assert "would compact after #" in headline(app)


def test_another_sample_brings_its_own_window(app: AppTest) -> None:
    chosen = next(sample for sample in samples() if sample.name == "first_example")
    app.selectbox(key="session").select("first_example").run()
    assert app.number_input(key="window").value == chosen.context_window


def test_compact_here_plans_at_the_selected_message(app: AppTest) -> None:
    app.number_input(key="message").set_value(100).run()
    next(button for button in app.main.button if button.label == "Compact here, after #100").click().run()
    assert app.number_input(key="after").value == 100
    assert "#100" in headline(app)


def test_the_ratio_moves_the_cut(app: AppTest) -> None:
    before = headline(app)
    app.slider(key="set_sliding_window_percentage").set_value(0.6).run()
    assert headline(app) != before


def test_text_search_and_filters_narrow_the_table(app: AppTest) -> None:
    assert any("412 of 412 messages" in note.value for note in app.main.caption)
    app.multiselect(key="roles").select("system").run()
    assert any("1 of 412 messages" in note.value for note in app.main.caption)


def test_a_typed_overhead_raises_the_floor(app: AppTest) -> None:
    go(app, ROOT / "pages" / "before_after.py")
    app.number_input(key="overhead").set_value(20_000).run()
    assert any(metric.label == "Overhead" and metric.value == "20,000" for metric in app.main.metric)


BEFORE_AFTER = ROOT / "pages" / "before_after.py"


def labelled(found: Any, label: str) -> Any:
    return next(element for element in found if element.label == label)


def summary_tokens(app: AppTest) -> int:
    return int(labelled(app.main.metric, "Summary").value.replace(",", ""))


def as_the_model_sees_it(app: AppTest) -> str:
    return next(block.value for block in app.main.code if "earlier messages" in block.value)


def test_an_edited_summary_and_wrapper_change_the_view_and_can_be_undone(app: AppTest) -> None:
    go(app, BEFORE_AFTER)
    release = summary_tokens(app)
    labelled(app.main.text_area, "Summary text").set_value("nothing of note").run()
    edited = summary_tokens(app)
    assert edited < release
    labelled(app.main.toggle, "As a JSON alert with statistics").set_value(False).run()
    assert summary_tokens(app) < edited
    labelled(app.main.selectbox, "Role").select("system").run()
    assert any("role system" in note.value for note in app.main.caption)
    labelled(app.main.button, "Back to the release's summary and wrapper").click().run()
    assert summary_tokens(app) == release


def test_a_summary_longer_than_the_limit_is_clipped_and_the_page_stands_still(app: AppTest) -> None:
    app.number_input(key="set_clip_chars").set_value(100).run()
    go(app, BEFORE_AFTER)
    labelled(app.main.text_area, "Summary text").set_value("x" * 300).run()
    assert labelled(app.main.text_area, "Summary text").value == "x" * 300
    assert any("200 characters beyond" in note.value for note in app.main.caption)


def test_an_untouched_wrapper_follows_the_plan(app: AppTest) -> None:
    """Mode all prints no count of hidden messages, the sliding window does."""
    app.selectbox(key="set_mode").select("all").run()
    go(app, BEFORE_AFTER)
    assert "Note: earlier messages" in as_the_model_sees_it(app)
    app.selectbox(key="set_mode").select("sliding_window").run()
    assert re.search(r"Note: \d+ earlier messages", as_the_model_sees_it(app))


def test_an_edited_summary_stands_for_its_own_cut_alone(app: AppTest) -> None:
    go(app, BEFORE_AFTER)
    labelled(app.main.text_area, "Summary text").set_value("MY EDIT").run()
    assert "MY EDIT" in as_the_model_sees_it(app)
    app.slider(key="set_sliding_window_percentage").set_value(0.6).run()
    assert "MY EDIT" not in as_the_model_sees_it(app)
    app.slider(key="set_sliding_window_percentage").set_value(0.3).run()
    assert "MY EDIT" in as_the_model_sees_it(app)


def test_the_alert_says_why_it_compacts(app: AppTest) -> None:
    """letta.md §1.3: context_window_limit where the trigger fires, manual where someone asks."""
    go(app, BEFORE_AFTER)
    assert '"trigger":"context_window_limit"' in as_the_model_sees_it(app)
    app.number_input(key="after").set_value(200).run()
    assert '"trigger":"manual"' in as_the_model_sees_it(app)


def test_reset_brings_every_shared_choice_back(app: AppTest) -> None:
    before = headline(app)
    app.number_input(key="window").set_value(60_000).run()
    app.selectbox(key="estimator").select("o200k_base").run()
    app.slider(key="set_sliding_window_percentage").set_value(0.6).run()
    labelled(app.sidebar.button, "Reset to defaults").click().run()
    assert headline(app) == before


def test_a_plan_by_another_counter_is_not_as_released(app: AppTest) -> None:
    app.selectbox(key="estimator").select("o200k_base").run()
    go(app, ROOT / "pages" / "cut_search.py")
    assert any("not as released" in note.value for note in app.main.caption)


def test_the_step_table_holds_every_step(app: AppTest) -> None:
    go(app, ROOT / "pages" / "cut_search.py")
    table = app.main.dataframe[0].value
    kinds = list(table["kind"])
    assert (kinds[0], kinds[-1]) == ("start", "decide")
    assert list(table["step"]) == list(range(len(table)))
