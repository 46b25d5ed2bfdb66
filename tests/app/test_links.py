"""Links that somebody changed by hand, and numbers no one would type: the page opens with sane values."""

import time

import pytest
from streamlit.testing.v1 import AppTest

from compaction_core.samples import samples
from compaction_core.session import Message, Session, Text, Usage
from tests.app.test_pages import ROOT, headline, visitor
from ui.state.sessions import LARGEST_WINDOW
from ui.state.transcripts import Kept

SAMPLE = "first_example"
DEFAULT = next(sample.context_window for sample in samples() if sample.name == SAMPLE)


def linked(**parameters: str) -> AppTest:
    return visitor(**{"session": SAMPLE, **parameters})


@pytest.mark.parametrize("window", ["", "0", "-5", "0.5", "abc", str(LARGEST_WINDOW + 1), "9" * 30])
def test_a_link_with_no_window_opens_with_the_session_s_own(window: str) -> None:
    app = linked(window=window)
    assert not app.exception and app.number_input(key="window").value == DEFAULT


def test_a_link_s_window_is_taken() -> None:
    assert linked(window="777").number_input(key="window").value == 777


def test_an_unknown_window_has_a_link() -> None:
    app = linked(window="unknown")
    assert app.number_input(key="window").value is None and "With the window unknown" in headline(app)
    assert app.query_params["window"] in ("unknown", ["unknown"])


def test_a_strategy_s_settings_are_taken_from_the_link_and_written_back() -> None:
    """Whole and broken numbers, words and switches; what is the default is not in the link."""
    app = linked(strategy="letta-code", set_sliding_window_percentage="0.5", set_mode="all")
    assert app.slider(key="set_sliding_window_percentage").value == 0.5
    assert app.selectbox(key="set_mode").value == "all"
    app.slider(key="set_sliding_window_percentage").set_value(0.3).run()  # the release's default
    assert "set_sliding_window_percentage" not in app.query_params and "set_mode" in app.query_params


def test_a_link_holds_no_settings_of_the_strategy_before() -> None:
    app = linked(strategy="letta-code", set_sliding_window_percentage="0.5", set_mode="all")
    app.selectbox(key="strategy").set_value("codex").run()
    assert not app.exception and not [name for name in app.query_params if name.startswith("set_")]
    app.number_input(key="set_compact_user_message_max_tokens").set_value(77).run()
    assert app.query_params["set_compact_user_message_max_tokens"] in ("77", ["77"])


def test_a_setting_that_is_emptied_has_a_link() -> None:
    """Letta Code clips its summaries unless told otherwise; an empty field is no limit, and not the default."""
    app = linked(strategy="letta-code", set_clip_chars="")
    assert not app.exception and app.number_input(key="set_clip_chars").value is None
    assert app.query_params["set_clip_chars"] in ("", [""])


def test_settings_that_only_go_together_have_a_link() -> None:
    """OpenHands keeps 2 events at the start by default, for which a list of 4 has no room; with none it has."""
    app = linked(strategy="openhands", set_max_size="4", set_keep_first="0")
    assert not app.exception and not app.error
    values = [app.number_input(key=f"set_{name}").value for name in ("max_size", "keep_first")]
    assert values == [4, 0]


def test_free_text_is_neither_taken_from_a_link_nor_written_to_one() -> None:
    app = linked(strategy="composed", set_recipe="private")
    assert not app.exception and app.session_state["set_recipe"] != "private"
    app = linked(strategy="letta-code", set_prompt="x")
    assert not app.exception
    texts = [area for area in app.sidebar.text_area if area.key.startswith("set_")]
    for area in texts:
        area.set_value("a customer's name").run()
    assert "customer" not in str(dict(app.query_params))


@pytest.mark.parametrize(
    "parameters",
    [
        {"message": "99999", "after": "99999", "step": "99999"},
        {"message": "-1", "after": "x", "step": "-1", "overhead": "-1"},
        {"strategy": "x", "counter": "x", "summarizer": "x", "set_mode": "x", "growth": "x"},
        {"set_sliding_window_percentage": "nan", "set_clip_chars": "-1", "set_threshold_tokens": "x"},
        {"set_sliding_window_percentage": "1.5", "set_clip_chars": "9" * 30},
    ],
)
def test_other_values_out_of_range_fall_back_to_the_view_without_them(parameters: dict[str, str]) -> None:
    app = linked(**parameters)
    assert not app.exception
    assert [error.value for error in app.error] == []
    assert headline(app) == headline(linked())


def test_an_emptied_window_is_unknown() -> None:
    """Not the smallest window the field takes."""
    app = linked()
    app.number_input(key="window").set_value(None).run()
    assert not app.exception and "With the window unknown" in headline(app)
    app.switch_page(str(ROOT / "pages" / "before_after.py")).run()
    assert not app.exception and not app.error


def test_a_file_that_reports_absurd_usage_offers_a_window_the_field_takes(app_with_absurd_usage: AppTest) -> None:
    """A provider's number is untrusted too; with the window unknown nothing fires, whatever it says."""
    app = app_with_absurd_usage
    app.number_input(key="window").set_value(None).run()
    next(button for button in app.main.button if "Use a window of" in button.label).click().run()
    assert not app.exception and app.number_input(key="window").value == LARGEST_WINDOW


@pytest.fixture
def app_with_absurd_usage() -> AppTest:
    words = (Text(text="hello"),)
    turns = (Message(role="user", parts=words), Message(role="assistant", parts=words, usage=Usage(input=10**12)))
    session = Session(format="openai_chat", messages=turns * 4)
    return visitor(own=Kept(session, "absurd.json", 1, time.monotonic()))


def noted(app: AppTest) -> list[str]:
    """What the page says about its link, without Markdown's backslashes."""
    return [box.value.replace("\\", "") for box in app.main.warning if "This link" in box.value]


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"session": "nosuch"}, "names a session 'nosuch' that is not here; showing "),
        ({"session": "museum/nope"}, "names a session 'museum/nope' that is not here; showing "),
        ({"strategy": "nosuch"}, "names a strategy 'nosuch' that is not here; showing Letta Code."),
        ({"counter": "nosuch"}, "names a counter 'nosuch' that is not here; showing o200k_base."),
        ({"after": "99999"}, "has after=99999, but the last message here is "),
        ({"message": "99999"}, "has message=99999, but the last message here is "),
        ({"overhead": "-1"}, "has overhead=-1, which cannot be taken; it is left out."),
        ({"set_mode": "nosuch"}, "has set_mode=nosuch, which cannot be taken; it is left out."),
        ({"set_foo": "3"}, "has set_foo=3, but Letta Code has no setting of that name; it is left out."),
        ({"set_prompt": "Say"}, "has set_prompt=Say, but a text is never taken from a link; it is left out."),
        ({"exhibit": "nope"}, "names a state of an exhibit 'nope' that is not here; showing it as reported ("),
    ],
)
def test_what_a_link_asks_for_in_vain_is_said_until_another_choice_is_made(
    parameters: dict[str, str], says: str
) -> None:
    app = linked(**parameters)
    (said,) = noted(app)
    assert says in said, said
    assert not set(parameters) & set(app.query_params)
    assert noted(app.run()) == [said]  # a rerun for the theme must not take it away
    assert not noted(app.number_input(key="window").set_value(77_777).run())


def test_a_good_link_is_not_complained_about() -> None:
    assert not noted(linked(strategy="codex", after="3", message="2", counter="o200k_base"))


@pytest.mark.parametrize(
    ("page", "name", "says"),
    [
        ("museum", "exhibit_shown", "an exhibit 'nosuch'"),
        ("checks", "provider", "a provider 'nosuch'"),
        ("compare", "with", "a strategy 'nosuch'"),
    ],
)
def test_a_page_s_own_parameter_waits_for_its_page_and_is_no_other_s(page: str, name: str, says: str) -> None:
    app = linked(**{name: "nosuch"})
    assert not app.exception and name not in app.query_params and not noted(app)
    app.switch_page(str(ROOT / "pages" / f"{page}.py")).run()
    assert not app.exception and says in noted(app)[0]
    assert (name in app.query_params) == (page != "checks")  # the session's own provider is nobody's choice
    app.switch_page(str(ROOT / "pages" / "session.py")).run()
    assert not app.exception and name not in app.query_params and not noted(app)


def test_the_settings_of_the_strategy_before_are_not_complained_about() -> None:
    app = linked(strategy="textbook-window", set_keep_turns="3")
    app.selectbox(key="strategy").select("codex").run()
    assert "set_keep_turns" not in app.query_params and not noted(app) and not noted(app.run())


@pytest.mark.parametrize(
    ("found", "window", "says"),
    [
        (Session(format="openai_chat", messages=()), 200_000, "A guess: the file names no window, and no model"),
        (Session(format="openai_chat", messages=(), context_window=5_000), 5_000, "Recorded in the file."),
        (Session(format="openai_chat", messages=(), model="gpt-4o"), 128_000, "Of the file's model, from LiteLLM's"),
    ],
)
def test_the_window_says_where_it_comes_from_until_another_is_typed(found: Session, window: int, says: str) -> None:
    talk = (Message(role="user", parts=(Text(text="hello"),)),)
    found = Session(**{**dict(found), "messages": talk})
    app = visitor(own=Kept(found, "mine.json", 1, time.monotonic()))
    assert app.number_input(key="window").value == window
    assert [note for note in app.sidebar.caption if note.value.startswith(says)]
    app.number_input(key="window").set_value(77_777).run()
    assert not [note for note in app.sidebar.caption if note.value.startswith(says)]


def test_a_step_that_is_not_there_goes_from_the_link() -> None:
    app = linked(step="9999")
    app.switch_page(str(ROOT / "pages" / "cut_search.py")).run()
    assert not app.exception and "step=9999, but the last step here is" in noted(app)[0]
    assert "step" not in app.query_params


def test_a_transcript_that_is_gone_says_why_and_how_to_get_it_back() -> None:
    app = linked(session="0123456789abcdef")
    assert headline(app) == "This view is of a transcript that is not loaded here."
    assert "a reload or another browser forgets it. Load the same file again" in app.main.info[0].value


def test_the_message_table_has_the_page_to_itself_until_one_is_selected() -> None:
    """Two columns, 3 to 2, hold table and message."""
    app = linked()
    assert not [column for column in app.main.columns if column.weight == 0.6]
    app.number_input(key="message").set_value(1).run()
    assert [column for column in app.main.columns if column.weight == 0.6] and not app.exception
