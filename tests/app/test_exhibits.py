"""Every exhibit, opened on the checks page: its finding is there as reported, and gone with the fix."""

import shlex
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from compaction_core.cli import main
from compaction_core.museum import exhibits, find_exhibit
from tests.app.test_pages import ENTRY, ROOT, WAIT
from ui.exhibit import AS_REPORTED, MENDED
from ui.museum import opened

TOLD = "told"


def _judge_all() -> None:
    """A script: takes every exhibit as a door does, and judges what the state then holds, as the page does."""
    import streamlit as st

    from compaction_core.museum import exhibits, open_exhibit
    from compaction_core.strategies import strategies
    from compaction_core.strategies.planner import settle
    from compaction_core.structure import provider_of
    from ui.checks import blocking, judged, limits
    from ui.exhibit import AS_REPORTED, MENDED
    from ui.museum import opened
    from ui.scene import Scene
    from ui.state import protected
    from ui.state.keys import AS_RELEASED, Key, setting

    st.session_state["told"] = told = {}
    state = st.session_state
    for exhibit in exhibits():
        for how in (AS_REPORTED, MENDED):
            opened.take(exhibit, how)
            session, strategy = open_exhibit(exhibit.name), strategies.get(state[Key.STRATEGY])
            settings = settle(strategy, {name: state[setting(name)] for name in strategy.parameters.model_fields})
            own = state[Key.ESTIMATOR]
            scene = Scene(
                session=session, sample=exhibit.session_name, strategy=strategy, settings=settings,
                window=state[Key.WINDOW], counter=state[Key.COUNTER],
                estimator=strategy.estimator(settings) if own == AS_RELEASED else own,
                after=state[Key.AFTER], overhead=state[Key.OVERHEAD], message=None, dark=False,
                pins=protected.numbers(),
            )  # fmt: skip
            providers = state.get(judged.CHOSEN) or [provider_of(session).name]
            given = limits.Limits(*(state[key] for key in limits.LEAST))
            result = judged.judge(scene, providers, given)
            told[exhibit.name, how] = (
                {(each.finding.code, each.where) for each in result.found},
                blocking.command(scene, result, providers, blocking.DEFAULT),
                any(each.finding.severity == "error" for each in result.found),
            )


@pytest.fixture(scope="module")
def told() -> Any:
    """By name and state: what is found, the command that the page shows, and whether an error is among it."""
    app = AppTest.from_function(_judge_all, default_timeout=WAIT * 4).run()
    assert not app.exception
    return app.session_state[TOLD]


@pytest.mark.parametrize("exhibit", exhibits(), ids=lambda exhibit: exhibit.name)
def test_its_finding_is_there_and_goes_with_the_fix(told: Any, exhibit: Any) -> None:
    wanted = (exhibit.finding.code, exhibit.finding.where)
    assert wanted in told[exhibit.name, AS_REPORTED][0]
    assert wanted not in told[exhibit.name, MENDED][0]


@pytest.mark.parametrize("how", [AS_REPORTED, MENDED])
@pytest.mark.parametrize(
    "name",
    [
        "the-answer-takes-half-the-window",
        "the-summarizer-cannot-take-it",
        "an-empty-summary-is-stored",
        "the-summary-is-the-only-message",
        "kept-once-and-lost-later",
        "a-request-that-nobody-made",
    ],
)
def test_the_command_gives_the_same_verdict(told: Any, name: str, how: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Limits, answers, wrappers and rounds of a card are on the command line too."""
    _, command, blocked = told[name, how]
    assert main(shlex.split(command)[1:]) == (1 if blocked else 0)
    capsys.readouterr()


def checks(name: str, how: str) -> AppTest:
    app = AppTest.from_file(str(ENTRY), default_timeout=WAIT)
    for parameter, value in parse_qsl(opened.query(find_exhibit(name), how)):
        app.query_params[parameter] = value
    return app.switch_page(str(ROOT / "pages" / "checks.py")).run()


def codes(app: AppTest) -> set[str]:
    return {code for frame in app.main.dataframe for code in frame.value.get("code", ())}


@pytest.mark.parametrize(
    ("name", "limit"),
    [("the-answer-takes-half-the-window", "output"), ("the-summarizer-cannot-take-it", "summarizer_window")],
)
def test_a_limit_comes_by_link_and_can_be_changed(name: str, limit: str) -> None:
    exhibit = find_exhibit(name)
    app = checks(name, AS_REPORTED)
    given = getattr(exhibit.setting, limit)
    assert app.number_input(key=limit).value == given and app.query_params[limit] in (str(given), [str(given)])
    assert exhibit.finding.code in codes(app)
    assert any("as given under Further settings" in note.value for note in app.main.caption)
    better = 1_000 if limit == "output" else 1_000_000
    app.number_input(key=limit).set_value(better).run()
    assert not app.exception and exhibit.finding.code not in codes(app)


@pytest.mark.parametrize(("name", "passes"), [("kept-once-and-lost-later", 2), ("summaries-that-only-grow", 5)])
def test_every_pass_is_shown(name: str, passes: int) -> None:
    app = checks(name, AS_REPORTED)
    table = next(frame.value for frame in app.main.dataframe if "pass" in frame.value.columns)
    assert list(table["pass"]) == list(range(1, passes + 1))
    assert find_exhibit(name).finding.code in codes(app)


def test_another_strategy_has_no_answer_of_the_card() -> None:
    """The summary was given to the strategy that asked for it."""
    app = checks("an-empty-summary-is-stored", AS_REPORTED)
    assert "empty" in codes(app)
    app.selectbox(key="strategy").set_value("pi").run()
    assert not app.exception and "empty" not in codes(app)
