"""Prompts on the lab's page: what each is for, what fills its variables, and versions kept as files."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from compaction_core.summarizers.prompts import prompt, read
from tests.app.test_lab import app, edit, home, pytestmark, states
from tests.app.test_pages import labelled, visitor

__all__ = ["app", "home", "pytestmark"]


def opened(**link: str) -> AppTest:
    """Another visitor, as after a restart."""
    return visitor("summary_lab", **{"session": "first_example", **link})


def start_from(app: AppTest, choice: str) -> AppTest:
    return labelled(app.main.selectbox, "Start from").select(choice).run()


def save_as(app: AppTest, name: str) -> AppTest:
    labelled(app.main.text_input, "Save as").set_value(name).run()
    return labelled(app.main.button, "Save").click().run()


def said(app: AppTest) -> str:
    return "\n".join(note.value for note in [*app.main.caption, *app.main.warning])


def test_a_saved_version_is_a_file_and_is_there_after_a_restart(app: AppTest, home: Path) -> None:
    save_as(edit(app, "\nAnswer in French."), "French: mine/2")
    folder = home / ".compaction-explorer" / "prompts"
    assert [path.name for path in folder.iterdir()] == ["French mine 2.md"]
    assert read((folder / "French mine 2.md").read_text(), "x").text.endswith("Answer in French.")
    again = opened()
    assert "1 saved version" in said(again)
    start_from(again, "saved: French mine 2")
    assert labelled(again.main.text_area, "Prompt text").value.endswith("Answer in French.") and not again.exception


def test_a_name_is_overwritten_only_on_request(app: AppTest, home: Path) -> None:
    folder = home / ".compaction-explorer" / "prompts"
    save_as(edit(app, "\nOne."), "mine")
    save_as(edit(app, "\nTwo."), "mine")
    assert labelled(app.main.selectbox, "Start from").value == "saved: mine 2"
    assert sorted(path.name for path in folder.iterdir()) == ["mine 2.md", "mine.md"]
    edit(app, "\nThree.")
    app.toggle(key="lab_replace").set_value(True).run()
    labelled(app.main.button, "Save").click().run()
    assert labelled(app.main.selectbox, "Start from").value == "saved: mine" and not app.exception
    assert len(list(folder.iterdir())) == 2 and read((folder / "mine.md").read_text(), "x").text.endswith("Three.")
    assert not app.toggle(key="lab_replace").value, "the next save is asked again"


def test_a_deleted_version_leaves_the_page_and_its_columns_alive(app: AppTest, home: Path) -> None:
    save_as(edit(app, "\nMine."), "mine")
    labelled(app.main.button, "Add a model").click().run()
    number = app.session_state["lab_columns"][-1]
    app.selectbox(key=f"lab_prompt_{number}").select("saved: mine").run()
    labelled(app.main.button, "Delete it").click().run()
    assert not app.exception and not list((home / ".compaction-explorer" / "prompts").iterdir())
    assert labelled(app.main.selectbox, "Start from").value == "own"
    assert app.selectbox(key=f"lab_prompt_{number}").value == "edited"


def test_another_folder_brings_its_versions_and_says_what_it_cannot_read(app: AppTest, tmp_path: Path) -> None:
    folder = tmp_path / "team"
    folder.mkdir()
    (folder / "ours.md").write_text(prompt("pi_update").as_file())
    (folder / "broken.md").write_text("no front matter")
    app.text_input(key="lab_prompts_folder").set_value(str(folder)).run()
    table = next(frame.value for frame in app.main.dataframe if "why" in frame.value.columns)
    assert list(table["file"]) == ["broken.md"] and "starts with a line" in table["why"][0]
    start_from(app, "saved: ours")
    assert not app.exception and "Saved, update" in labelled(app.main.selectbox, "Start from").format_func(
        "saved: ours"
    )


@pytest.mark.parametrize("typed", ["~nobody-of-that-name/x", "/dev/null/x", "relative/../none", "a" * 400])
def test_no_folder_breaks_the_page(app: AppTest, typed: str) -> None:
    app.text_input(key="lab_prompts_folder").set_value(typed).run()
    assert not app.exception and states(app)


def test_a_folder_that_cannot_be_written_keeps_the_draft_and_says_so(app: AppTest, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    app.text_input(key="lab_prompts_folder").set_value(str(tmp_path / "file")).run()
    save_as(edit(app, "\nMine."), "mine")
    assert any("Cannot save the prompt" in error.value for error in app.error) and not app.exception
    assert labelled(app.main.text_area, "Prompt text").value.endswith("Mine.")


def test_a_served_app_writes_no_file_and_says_where_a_version_is(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.loading.is_local", lambda: False)
    app = opened()
    save_as(edit(app, "\nMine."), "mine")
    assert labelled(app.main.selectbox, "Start from").value == "saved: mine"
    assert "kept in this browser session" in said(app) and not home.exists()
    assert "saved: mine" not in labelled(opened().main.selectbox, "Start from").options


def test_a_prompt_says_what_it_is_for_and_when_it_does_not_fit(app: AppTest) -> None:
    """first_example is cut once, in front of an assistant message, and holds no earlier summary."""
    assert not app.main.warning, "the strategy's own prompt always fits"
    start_from(app, "pi_update")
    assert "For a later summary" in said(app) and "none is among the messages" in app.main.warning[0].value
    start_from(app, "pi_first")
    assert "13,107" in said(app).replace("\\", "") and not app.main.warning


def test_the_token_line_says_what_stands_for_the_variables() -> None:
    """At the end of already_compacted, the summary of its own compaction is among the messages to summarize."""
    app = start_from(opened(session="already_compacted", after="561"), "hermes_update")
    assert not app.main.warning and "an earlier summary of " in said(app) and "no focus" in said(app)
    labelled(app.main.text_input, "Focus").set_value("the pool").run()
    assert "the focus" in said(app)
    edit(app, "\n{files}")
    assert "files read" in said(app)
    start_from(app, "hermes_first")
    assert "an earlier one is among the messages" in app.main.warning[0].value
