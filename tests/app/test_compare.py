"""The compare page, without a browser."""

from compaction_core.samples import open_sample
from compaction_core.strategies import context_of, strategies
from compaction_core.strategies.planner import plan_context
from compaction_core.tokens import measure
from tests.app.test_pages import ROOT, go, headline, visitor


def test_a_link_names_the_strategies_in_their_order() -> None:
    app = visitor("compare", **{"with": "keep-all, letta-code,nonsense,keep-all"})
    assert not app.exception
    assert app.multiselect(key="compare_with").value == ["keep-all", "letta-code"]
    assert headline(app).startswith("After #344, 1 of 2 strategies would change the list: Letta Code keeps ")
    assert app.dataframe[0].value["strategy"].to_list()[1].startswith("Letta Code")


def test_where_two_part_is_told_from_their_steps() -> None:
    app = visitor("compare", **{"with": "letta-code,textbook-compaction"})
    said = " ".join(block.value for block in app.markdown)
    assert "#172 is the first message with another fate" in said


def test_the_sidebar_s_strategy_is_always_among_them() -> None:
    """In the first row; where two part is still told of the two that were asked for."""
    app = visitor("compare", strategy="roo", **{"with": "letta-code,textbook-compaction"})
    assert not app.exception
    rows = app.dataframe[0].value["strategy"].to_list()
    assert len(rows) == 3 and rows[0].startswith("Roo") and rows[1].startswith("Letta Code")
    assert [app.selectbox(key=f"compare_{name}").value for name in ("one", "two")] == [
        "letta-code",
        "textbook-compaction",
    ]
    app.selectbox(key="strategy").set_value("letta-code").run()
    assert len(app.dataframe[0].value) == 2


def test_no_strategy_and_one_are_no_error() -> None:
    app = visitor("compare", **{"with": "letta-code"})
    assert not app.exception
    app.multiselect(key="compare_with").set_value([]).run()
    assert not app.exception and headline(app) == "No strategy is chosen."


def test_a_typed_overhead_is_part_of_every_plan() -> None:
    """As the command line plans with --overhead: this strategy deletes until prompt, tools and the rest fit."""
    app = visitor("compare", session="first_example", window="1000", strategy="textbook-truncation", overhead="700")
    app.multiselect(key="compare_with").set_value(["textbook-truncation", "observation-masking"]).run()
    cuts = app.dataframe[0].value["cut"].to_list()
    shown = go(app, ROOT / "pages" / "cut_search.py").session_state["scene"]
    strategy, found = strategies.get("textbook-truncation"), open_sample("first_example")
    plans = [
        plan_context(strategy, context_of(found, measure(found), 1_000, strategy.parameters(), shown.at, given))
        for given in (700, None)
    ]
    assert shown.plan == plans[0] != plans[1]
    assert cuts == [f"#{plans[0].cut}", "none"]
