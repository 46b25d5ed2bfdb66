"""The compare page, without a browser."""

from streamlit.testing.v1 import AppTest

from tests.app.test_pages import ROOT, go, headline

PAGE = ROOT / "pages" / "compare.py"


def opened(app: AppTest, **params: str) -> AppTest:
    for name, value in params.items():
        app.query_params[name] = value
    return go(app.run(), PAGE)


def fresh() -> AppTest:
    return AppTest.from_file(str(ROOT / "tests" / "app" / "entry.py"), default_timeout=60)


def test_a_link_names_the_strategies_in_their_order() -> None:
    app = opened(fresh(), **{"with": "keep-all,letta-code,nonsense"})
    assert not app.exception
    assert app.multiselect(key="compare_with").value == ["keep-all", "letta-code"]
    assert headline(app).startswith("After #344, 1 of 2 strategies would change the list: Letta Code keeps ")
    assert app.dataframe[0].value["strategy"].to_list()[1].startswith("Letta Code")


def test_where_two_part_is_told_from_their_steps() -> None:
    app = opened(fresh(), **{"with": "letta-code,textbook-compaction"})
    said = " ".join(block.value for block in app.markdown)
    assert "#172 is the first message with another fate" in said


def test_no_strategy_and_one_are_no_error() -> None:
    app = opened(fresh(), **{"with": "letta-code"})
    assert not app.exception
    app.multiselect(key="compare_with").set_value([]).run()
    assert not app.exception and headline(app) == "No strategy is chosen."
