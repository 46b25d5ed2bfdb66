"""Another strategy in the menu starts with its own defaults, also where both have a setting of the same name."""

import pytest
from streamlit.testing.v1 import AppTest

from compaction_core.strategies import strategies
from tests.app.test_links import linked
from tests.app.test_pages import labelled

PAIRS = [
    ("anthropic-api-clear-tool-uses", "langchain-clear-tool-uses"),  # clear_at_least: none there, a number here
    ("strands-summarizing", "gemini-cli"),  # compression_threshold: 0.7 and 0.5
    ("opencode", "opencode-as-described"),  # tail_turns: none there, 2 here
    ("openhands", "roo"),  # max_tokens
    ("textbook-layered", "textbook-window"),  # keep_turns: 2 and 5
]


def defaults(app: AppTest, name: str) -> bool:
    scene = app.session_state["scene"]
    return scene.strategy.name == name and scene.settings == strategies.get(name).parameters()


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_no_setting_is_carried_over(one: str, other: str) -> None:
    app = linked(strategy=one)
    assert defaults(app, one)
    app.selectbox(key="strategy").select(other).run()
    assert not app.exception and not app.error
    assert defaults(app, other)


def test_a_reset_ends_at_the_first_strategy_with_its_defaults() -> None:
    app = linked(strategy="letta-server", set_mode="all")
    labelled(app.sidebar.button, "Reset to defaults").click().run()
    assert not app.exception and not app.error
    assert defaults(app, "letta-code")


def test_a_link_s_settings_are_taken() -> None:
    app = linked(strategy="textbook-window", set_keep_turns="3")
    assert app.session_state["scene"].settings.keep_turns == 3
