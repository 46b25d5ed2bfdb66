"""The files behind a summary: agents.md §4, File tracking."""

from compaction_core.session import Message, ToolCall
from compaction_core.strategies.pi.files import FileLists, appended, file_lists


def used(name: str, arguments: str) -> Message:
    return Message(role="assistant", parts=(ToolCall(id="x", name=name, arguments=arguments),))


def test_only_pis_own_tools_and_their_argument_path() -> None:
    found = file_lists(
        [
            used("read", '{"path": "a.py"}'),
            used("read", '{"file_path": "b.py"}'),
            used("bash", '{"path": "c.py"}'),
            used("edit", '{"path": ""}'),
            used("write", '{"path": 7}'),
            used("write", "no JSON"),
            used("write", '["path"]'),
        ]
    )
    assert found == FileLists(read=("a.py",))


def test_a_changed_file_is_not_listed_as_read() -> None:
    found = file_lists([used("write", '{"path": "a"}'), used("read", '{"path": "a"}'), used("read", '{"path": "b"}')])
    assert found == FileLists(read=("b",), modified=("a",))


def test_sorted_by_utf16_units() -> None:
    """An emoji's first unit is 0xD83D, below U+FF21."""
    found = file_lists([used("read", f'{{"path": "{path}"}}') for path in ("Ａ", "😀", "a10", "a2")])
    assert found.read == ("a10", "a2", "😀", "Ａ")


def test_the_lists_come_back_out_of_a_summary() -> None:
    files = FileLists(read=("a",), modified=("b", "c"))
    assert file_lists([], appended("note", files)) == files
    assert file_lists([used("edit", '{"path": "a"}')], appended("note", files)) == FileLists(modified=("a", "b", "c"))
    assert appended("note", FileLists()) == "note"
