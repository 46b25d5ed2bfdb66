"""Files that a session read and changed: rules of agents.md §4 (pi), with the spellings of other agents."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.extraction.files import LONGEST, MOST, Files, collect, listed
from compaction_core.session import Message, ToolCall
from tests.extraction.sessions import any_session


def called(*calls: tuple[str, object]) -> list[Message]:
    """One assistant message a call; arguments that are no text are sent as JSON."""
    return [
        Message(
            role="assistant",
            parts=(ToolCall(id=str(i), name=name, arguments=said if isinstance(said, str) else json.dumps(said)),),
        )
        for i, (name, said) in enumerate(calls)
    ]


def test_what_is_read_and_then_changed_counts_as_changed() -> None:
    """pi: modified = edit ∪ write, read = read − modified, both sorted."""
    found = collect(
        called(
            ("read", {"path": "z.py"}), ("read", {"path": "b.py"}), ("edit", {"path": "b.py"}),
            ("write", {"path": "a.py"}), ("read", {"path": "a.py"}), ("read", {"path": "z.py"}),
        )
    )  # fmt: skip
    assert found == Files(read=("z.py",), modified=("a.py", "b.py"))


@pytest.mark.parametrize(
    ("name", "arguments", "changed"),
    [
        ("Read", {"file_path": "f.py", "limit": 9}, False),
        ("read_file", {"filename": "f.py"}, False),
        ("mcp__filesystem__read_text_file", {"path": "f.py"}, False),
        ("functions.read_file", {"path": "f.py"}, False),
        ("str_replace_editor", {"command": "view", "path": "f.py"}, False),
        ("text_editor_20250124", {"command": "create", "path": "f.py"}, True),
        ("str_replace_based_edit_tool", {"command": "str_replace", "path": "f.py"}, True),
        ("Write", {"file_path": "f.py", "content": "x"}, True),
        ("write_file", {"file_path": "f.py"}, True),
        ("Edit", {"file_path": "f.py"}, True),
        ("edit", {"filePath": "f.py"}, True),
        ("edit_file", {"target_file": "f.py"}, True),
        ("MultiEdit", {"file_path": "f.py", "edits": []}, True),
        ("NotebookEdit", {"notebook_path": "f.py"}, True),
        ("apply_patch", {"input": "*** Begin Patch\n*** Update File: f.py\n@@\n-a\n+b\n*** End Patch"}, True),
        ("apply_patch", "*** Begin Patch\n*** Add File: f.py\n+b\n*** End Patch", True),
        ("patch", {"diff": "--- a/f.py\n+++ b/f.py\n@@ -1 +1 @@\n"}, True),
    ],
)
def test_the_usual_spellings(name: str, arguments: object, changed: bool) -> None:
    assert collect(called((name, arguments))) == (Files(modified=("f.py",)) if changed else Files(read=("f.py",)))


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("bash", {"command": "cat f.py"}),
        ("grep", {"path": "src", "pattern": "x"}),
        ("list_files", {"path": "."}),
        ("read", {"path": ""}),
        ("read", {"path": 7}),
        ("read", {"path": "two\nlines"}),
        ("read", {"path": "x" * (LONGEST + 1)}),
        ("read", "not json"),
        ("read", "[1, 2]"),
        ("", "{}"),
    ],
)
def test_what_names_no_file(name: str, arguments: object) -> None:
    assert collect(called((name, arguments))) == Files()


def test_a_moved_file_has_both_names() -> None:
    patch = "*** Begin Patch\n*** Update File: old.py\n*** Move to: new.py\n*** Delete File: gone.py\n*** End Patch"
    assert collect(called(("apply_patch", patch))).modified == ("gone.py", "new.py", "old.py")


def test_paths_are_sorted_as_javascript_sorts() -> None:
    """U+FF5E is one UTF-16 unit, 0xFF5E; U+1F600 starts with 0xD83D, so it comes first although it is the larger."""
    names = ["～.py", "😀.py", "a.py"]
    assert collect(called(*[("read", {"path": name}) for name in names])).read == ("a.py", "😀.py", "～.py")


def test_the_lists_are_short_and_empty_where_there_is_nothing() -> None:
    assert listed(Files()) == ""
    assert listed(Files(read=("a",), modified=("b", "c"))) == "Files read:\n- a\n\nFiles modified:\n- b\n- c"
    many = listed(Files(read=tuple(map(str, range(MOST + 1234)))))
    assert many.count("\n") == MOST + 1 and many.endswith("- and 1,234 more")


@given(any_session())
def test_any_session_gives_two_sorted_lists_that_share_nothing(messages: list[Message]) -> None:
    found = collect(messages)
    assert not set(found.read) & set(found.modified)


@given(st.text(max_size=20), st.text(max_size=60))
def test_no_call_breaks_it(name: str, arguments: str) -> None:
    collect(called((name, arguments)))
