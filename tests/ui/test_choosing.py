"""The search above a list to choose from."""

import pandas as pd

from ui.choosing import found

ROWS = pd.DataFrame({"file": ["a/One.json", "b/two.json", "c.*"], "title": ["x", "one more", ""]})


def test_a_query_is_looked_for_word_for_word_in_every_column() -> None:
    assert list(found(ROWS, "one", ["file", "title"]).index) == [0, 1]
    assert list(found(ROWS, "one", ["file"]).index) == [0]
    assert list(found(ROWS, ".*", ["file", "title"]).index) == [2]
    assert found(ROWS, "", ["file"]) is ROWS
    assert found(ROWS, "nowhere", ["file", "title"]).empty
