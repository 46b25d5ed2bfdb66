"""Fallback ladders on the lab page: rungs placed, moved and set; one column's own; faults on a rung."""

import pytest
from streamlit.testing.v1 import AppTest

from compaction_core.summarizers.ladder import Fail, Ladder, Smaller
from tests.app.test_lab import CANARY, LAB, add_model, app, home, pytestmark, sent, states
from tests.app.test_pages import BEFORE_AFTER, labelled
from tests.scripted_server import ScriptedServer

__all__ = ["app", "home", "pytestmark"]


def add(app: AppTest, *kinds: str) -> list[int]:
    """Rungs at the bottom of the ladder shown; their numbers."""
    for kind in kinds:
        labelled(app.main.menu_button, "Add a rung").click(kind).run()
    return [number for number, _ in app.session_state["lab_ladders"][scope(app)][-len(kinds) :]]


def scope(app: AppTest) -> int | None:
    shown = app.session_state["lab_ladder_for"]
    return None if shown == "all" else int(shown)


def own(app: AppTest, number: int) -> None:
    """Show a column's ladder and make it its own."""
    app.segmented_control(key="lab_ladder_for").set_value(str(number)).run()
    app.toggle(key=f"lab_rung_own_{number}").set_value(True).run()


def told(app: AppTest, number: int | str) -> str:
    """The text beside a picture."""
    return next(
        node.proto.alt for node in app.main.get("plotly_chart") if f"lab_ladder_picture_{number}" in node.proto.id
    )


def ladder(app: AppTest, number: int) -> Ladder:
    return app.session_state["lab_bench"].runs[number].job.column.ladder


def test_the_plan_is_seen_before_anything_ran(app: AppTest, server: ScriptedServer) -> None:
    number = add_model(app, server, "ok")
    retry, other, _ = add(app, "retry", "model", "offline")
    assert "0 · Retry once. 1 · Offline summary." in told(app, "plan"), "a model without a name is no rung yet"
    app.text_input(key=f"lab_rung_model_{other}").set_value("openai/other").run()
    app.number_input(key=f"lab_rung_times_{retry}").set_value(3).run()
    app.selectbox(key=f"lab_rung_fault_2_{retry}").select("429").run()
    wanted = "0 · Retry up to 3 times. try 2: 429 is injected here. 1 · Other model: openai/other. 2 · Offline summary."
    assert wanted in told(app, "plan") and wanted in told(app, number)


def test_a_kind_may_stand_twice_and_a_rung_moves_with_its_settings(app: AppTest, server: ScriptedServer) -> None:
    add_model(app, server, "ok")
    first, _, last = add(app, "retry", "smaller", "retry")
    app.number_input(key=f"lab_rung_times_{last}").set_value(2).run()
    app.button(key=f"lab_rung_up_{last}").click().run()
    assert "0 · Retry once. 1 · Retry up to 2 times. 2 · Smaller input." in told(app, "plan")
    app.button(key=f"lab_rung_remove_{first}").click().run()
    assert "First request. 0 · Retry up to 2 times. 1 · Smaller input." in told(app, "plan")
    app.switch_page(str(BEFORE_AFTER)).run().switch_page(str(LAB)).run()
    assert "First request. 0 · Retry up to 2 times. 1 · Smaller input." in told(app, "plan")


def test_two_columns_end_each_its_own_way(app: AppTest, server: ScriptedServer) -> None:
    """All: two faults and two retries, then the offline summary. The other's own: an overflow, then keep."""
    everyones, its_own = add_model(app, server, "ok"), add_model(app, server, "other")
    _, second, _ = add(app, "retry", "retry", "offline")
    app.selectbox(key="lab_rung_fault_0_all").select("429").run()
    app.selectbox(key=f"lab_rung_fault_0_{second}").select("timeout").run()
    own(app, its_own)
    for number, _ in app.session_state["lab_ladders"][its_own]:
        app.button(key=f"lab_rung_remove_{number}").click().run()
    add(app, "keep")
    app.selectbox(key=f"lab_rung_fault_0_{its_own}").select("overflow").run()
    app.segmented_control(key="lab_ladder_for").set_value("all").run()
    server.requests.clear()
    sent(app)
    assert not app.exception
    kept = list(states(app).values())[-2:]
    assert kept == ["done, injected", "failed, injected"]
    assert [request["body"]["model"] for request in server.requests] == ["ok"], "the first retry alone was sent"
    assert "rate limit, injected · nothing sent. 0 · Retry once. whole" in told(app, everyones)
    assert told(app, everyones).endswith("1 · Retry once (not reached). 2 · Offline summary (not reached). Stored.")
    assert told(app, its_own) == (
        "The fallback ladder, from the top. First request · other. overflow, injected · nothing sent. "
        "0 · Keep unchanged. Kept unchanged; no message is lost."
    )


def test_injected_faults_and_the_ladder_are_labelled(app: AppTest, server: ScriptedServer) -> None:
    number = add_model(app, server, "ok")
    retry, _ = add(app, "retry", "offline")
    app.selectbox(key="lab_rung_fault_0_all").select("429").run()
    app.selectbox(key=f"lab_rung_fault_0_{retry}").select("timeout").run()
    server.requests.clear()
    sent(app)
    assert server.requests == [] and list(states(app).values())[-1] == "done, by the offline rung, injected"
    attempts = next(frame.value for frame in app.main.dataframe if "came to" in frame.value.columns)
    assert list(attempts["came to"]) == ["rate_limit, injected", "timeout, injected", "ok"]
    assert list(attempts["rung"]) == ["first request", "0 · Retry once", "1 · Offline summary"]
    assert "written here" in told(app, number) and told(app, number).endswith("Stored.")


def test_a_column_may_do_as_a_release_does(app: AppTest, server: ScriptedServer) -> None:
    number = add_model(app, server, "ok")
    add(app, "offline")
    own(app, number)
    assert "0 · Offline summary." in told(app, "plan"), "it starts as a copy"
    labelled(app.main.menu_button, "As a release does").click("letta-code").run()
    sent(app)
    assert ladder(app, number) == Ladder(rungs=(Smaller(), Fail()), accept_blank=True)
    app.toggle(key=f"lab_rung_own_{number}").set_value(False).run()
    assert any("have changed since this was sent" in note.value for note in app.main.caption)


def test_a_shown_column_that_goes_away_leaves_the_ladder_of_all(app: AppTest, server: ScriptedServer) -> None:
    add_model(app, server, "ok")
    number = add_model(app, server, "other")
    own(app, number)
    app.button(key=f"lab_remove_{number}").click().run()
    assert not app.exception and app.session_state["lab_ladder_for"] == "all"


def test_a_key_reaches_the_other_model_of_a_columns_own_ladder(app: AppTest, server: ScriptedServer) -> None:
    number = add_model(app, server, "ok")
    own(app, number)
    (other,) = add(app, "model")
    with ScriptedServer() as elsewhere:
        app.text_input(key=f"lab_rung_model_{other}").set_value("openai/other").run()
        app.text_input(key=f"lab_rung_address_{other}").set_value(elsewhere.url).run()
        app.text_input(key=f"lab_key_{other}").set_value(CANARY).run()
        app.selectbox(key=f"lab_rung_fault_0_{number}").select("500").run()
        assert any("Injected: 1 fault, for which nothing is sent." in note.value for note in app.main.caption)
        server.requests.clear()
        sent(app)
        assert [request["key"] for request in elsewhere.requests] == [CANARY] and server.requests == []


def test_an_app_that_others_can_reach_asks_no_other_model_in_its_hosts_name(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.loading.is_local", lambda: False)
    labelled(app.main.button, "Add a model").click().run()
    number = app.session_state["lab_columns"][-1]
    app.text_input(key=f"lab_model_{number}").set_value("openai/gpt-4.1").run()
    app.text_input(key=f"lab_key_{number}").set_value(CANARY).run()
    assert not app.button(key="lab_send").disabled
    (other,) = add(app, "model")
    app.text_input(key=f"lab_rung_model_{other}").set_value("anthropic/claude-sonnet-4-5").run()
    assert app.button(key="lab_send").disabled, "the other model has no key of the visitor's"
    app.text_input(key=f"lab_key_{other}").set_value(CANARY).run()
    assert not app.button(key="lab_send").disabled
    app.text_input(key=f"lab_rung_model_{other}").set_value("bedrock/anything").run()
    assert app.button(key="lab_send").disabled
    assert not [box for box in app.main.text_input if box.label == "Its address"]
