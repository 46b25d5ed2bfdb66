"""What was read, on the page: the sentence, the table, the threads, and a long count."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.test_local_files import start
from tests.importers import claude_rows as rows


@pytest.fixture
def opened(tmp_path: Path) -> AppTest:
    """The app on a file with a rewound branch, a call without a result and a sub-agent's thread."""
    path = tmp_path / "damaged.jsonl"
    path.write_bytes(
        rows.jsonl(
            rows.user("u0", None, "first"),
            rows.assistant("a0", "u0", rows.text("one")),
            rows.user("u1", "a0", "rewound"),
            rows.user("u2", "a0", "second"),
            rows.assistant("a2", "u2", rows.text("two"), rows.call("c")),
            rows.user("s0", None, "look aside", isSidechain=True, agentId="agent-7"),
        )
    )
    return start(path)


def test_the_report_says_how_it_was_read_and_what_was_found(opened: AppTest) -> None:
    assert not opened.exception
    assert any(text.value.startswith("Read as Claude Code JSONL 2.1.37, because") for text in opened.main.markdown)
    table = next(table.value for table in opened.dataframe if table.key.startswith("integrity_"))
    told = {row["what"]: (row["number"], row["where"]) for _, row in table.iterrows()}
    assert told["call without a result"] == (1, "#3")
    assert told["message on a branch not taken"] == (1, "line 2")
    assert any("none found: results without a call" in text.value for text in opened.main.caption)


def test_threads_are_listed_with_messages_and_tokens(opened: AppTest) -> None:
    table = next(table.value for table in opened.dataframe if table.key.startswith("threads_"))
    assert table.to_dict("records") == [{"thread": "agent-7", "messages": 1, "tokens": 2, "begins": "look aside"}]
    assert next(button for button in opened.button if button.key == "open_thread").disabled  # nothing is ticked
