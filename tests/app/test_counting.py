"""The counting section of the checks page, without a browser."""

from streamlit.testing.v1 import AppTest

from compaction_core.tokens import counters
from tests.app import test_checks
from ui.checks import counting


def opened(**params: str) -> AppTest:
    return test_checks.opened(check_part="counting", **params)


def said(app: AppTest) -> str:
    return " ".join(block.value for block in app.markdown).replace("\\", "")


def table(app: AppTest, column: str) -> list[object]:
    found = next(frame.value for frame in app.dataframe if column in frame.value.columns)
    return list(found[column])


def test_the_section_says_which_counter_decides_and_where_it_fires() -> None:
    app = opened(session="chinese")
    assert not app.exception
    text = said(app)
    assert "Letta Code's estimate, characters / 4 decides here and counts 1,854 tokens where o200k counts 3,909" in text
    assert "nearer to the trigger above 1,280, it lies between" in text and "the trigger fires between" in text
    assert f"All {len(counters.names())} counters" in text
    assert len(table(app, "differs most in")) == len(counters.names())
    assert table(app, "messages in") == ["Latin letters, digits and symbols", "Chinese, Japanese or Korean"]


def test_a_tokenizer_that_decides_has_no_estimate_in_the_way() -> None:
    app = opened(session="chinese", estimator="o200k_base")
    assert not app.exception and "no estimate is in the way" in said(app)


def test_another_counter_can_be_looked_at() -> None:
    app = opened(session="chinese")
    app.selectbox(key=counting.CHOSEN).set_value("letta-server").run()
    assert not app.exception
    assert any("Letta server" in name for frame in app.dataframe for name in frame.value.columns)


def test_images_and_cached_tokens_are_shown_where_there_are_any() -> None:
    app = opened(session="screenshots")
    assert not app.exception and table(app, "as an image, by size")[0] == 3_200
    app = opened(session="already_compacted")
    assert not app.exception and table(app, "rule")[1].startswith("cache added")
    readings = next(frame.value for frame in app.dataframe if "rule" in frame.value.columns)
    assert list(readings["tokens"]) == [159_703, 319_402, 4, 161_533]


def test_a_large_session_is_counted_by_all_only_when_asked(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(counting, "LARGE", 1_000)
    app = opened(session="chinese")
    assert not app.exception and len(table(app, "differs most in")) == 2
    next(button for button in app.button if button.label.startswith("Count by all")).click().run()
    assert not app.exception and len(table(app, "differs most in")) == len(counters.names())
