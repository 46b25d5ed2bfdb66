"""The dialog to load one's own offers a sketch to begin with; that it loads is tests/test_readme.py."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

from compaction_core.importers.sketch import EXAMPLE

ENTRY = Path(__file__).with_name("entry.py")


def test_the_example_of_a_sketch_stands_in_the_paste_tab() -> None:
    app = AppTest.from_file(str(ENTRY), default_timeout=60).run()
    next(button for button in app.button if button.label == "Load your own").click().run()
    assert not app.exception
    assert EXAMPLE.strip() in [code.value.strip() for code in app.code]
    assert app.text_area(key="paste").label == "JSON, JSONL or a sketch"
