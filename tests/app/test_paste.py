"""The dialog to load one's own offers a sketch to begin with; that it loads is tests/test_readme.py."""

from compaction_core.importers.sketch import EXAMPLE
from tests.app.test_pages import visitor


def test_the_example_of_a_sketch_stands_in_the_paste_tab() -> None:
    app = visitor()
    next(button for button in app.button if button.label == "Load your own").click().run()
    assert not app.exception
    assert EXAMPLE.strip() in [code.value.strip() for code in app.code]
    assert app.text_area(key="paste").label == "JSON, JSONL or a sketch"
