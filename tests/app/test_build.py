"""The page "Build your own", without a browser: controls and YAML follow each other."""

from streamlit.testing.v1 import AppTest

from compaction_core.strategies.composed import presets
from compaction_core.strategies.composed.recipe import read
from tests.app.test_pages import ROOT, go, headline, visitor

PAGE = ROOT / "pages" / "build.py"


def opened() -> AppTest:
    return visitor("build")


def text(app: AppTest) -> str:
    found: str = app.text_area(key="build_yaml").value
    return found


def test_it_opens_with_our_recipe_and_its_result() -> None:
    app = opened()
    assert not app.exception
    assert text(app) == presets.text("own")
    assert headline(app).startswith("balanced: 122 messages are cleared, 172 stay")


def test_a_control_changes_the_yaml_and_the_result() -> None:
    app = opened()
    app.selectbox(key="build 0 selector kind").set_value("last_messages").run()
    app.number_input(key="build 0 selector last_messages keep").set_value(7).run()
    assert read(text(app)).selector.model_dump() == {"kind": "last_messages", "keep": 7}
    app.button(key="build 0 passes steps 0 out").click().run()
    assert not app.exception
    assert read(text(app)).passes.steps == ()
    assert app.number_input(key="build 1 selector last_messages keep").value == 7
    assert "become one summary, 9 stay" in headline(app), "#286 is the user's newest message: it and all behind it"


def test_the_yaml_changes_the_controls() -> None:
    app = opened()
    app.text_area(key="build_yaml").set_value("name: mine\nselector: {kind: last_turns, keep: 3}").run()
    assert not app.exception and not app.error
    assert app.selectbox(key="build 1 selector kind").value == "last_turns"
    assert app.number_input(key="build 1 selector last_turns keep").value == 3
    assert text(app) == "name: mine\nselector: {kind: last_turns, keep: 3}", "what was typed stands as it was"


def test_a_wrong_yaml_stays_and_is_told_and_the_last_recipe_counts() -> None:
    app = opened()
    before = headline(app)
    wrong = "selector: {kind: last_turns, keep: -3}"
    app.text_area(key="build_yaml").set_value(wrong).run()
    assert "selector" in app.error[0].value and "keep" in app.error[0].value
    assert text(app) == wrong and headline(app) == before
    app.number_input(key="build 0 passes steps 0 keep_newest").set_value(50).run()
    assert text(app) == wrong, "a control does not overwrite what has to be mended"
    assert headline(app) != before
    next(button for button in app.button if button.label == "Put that one here").click().run()
    assert not app.error and read(text(app)).passes.steps[0].model_dump()["keep_newest"] == 50


def test_a_preset_decides_as_its_system_until_it_is_changed() -> None:
    app = opened()
    app.selectbox(key="build_preset").set_value("pi").run()
    assert not app.exception
    assert text(app) == presets.text("pi")
    assert read(text(app)).same_as == "pi"
    app.selectbox(key="build 1 legality moves").set_value("earlier").run()
    assert read(text(app)).same_as is None


def test_every_preset_opens() -> None:
    app = opened()
    for number, name in enumerate(presets.names(), 1):
        app.selectbox(key="build_preset").set_value(name).run()
        assert not app.exception and not app.error, name
        assert read(text(app)) == presets.preset(name), name
        assert app.selectbox(key=f"build {number} selector kind").value == presets.preset(name).selector.kind


def test_it_becomes_the_sidebars_strategy_and_outlives_the_page() -> None:
    app = opened()
    app.selectbox(key="build_preset").set_value("textbook-window").run()
    next(button for button in app.button if button.label == "Use it everywhere").click().run()
    assert not app.exception
    assert app.selectbox(key="strategy").value == "composed"
    app = go(app, ROOT / "pages" / "session.py")
    assert not app.exception
    assert "Build your own" in headline(app) and "dropped" in headline(app)
    app = go(app, PAGE)
    assert text(app) == presets.text("textbook-window")
    assert any(button.label == "In use everywhere" for button in app.button)
