"""How a call ended, and which files it touched; results are made up in the shapes real tools print."""

import json

import pytest

from compaction_core.extraction.outcomes import outcome
from compaction_core.extraction.tools import Call, read_call
from compaction_core.session import ToolCall


def call(name: str, **arguments: object) -> Call:
    return read_call(ToolCall(id="x", name=name, arguments=json.dumps(arguments)))


@pytest.mark.parametrize(
    ("command", "result", "status", "signature"),
    [
        ("pytest", "E   KeyError: 'a'\nFAILED t.py::x\n1 failed", "failed", "KeyError: 'a'"),
        ("pytest", "3 passed, 0 failed", "ok", ""),
        ("cargo build", "error[E0308]: mismatched types", "failed", "error[E0308]: mismatched types"),
        ("make", "nothing to see\nProcess exited with code 2", "failed", "nothing to see"),
        ("make", "Error: ignored\nexit code: 0", "ok", ""),  # a stated exit code decides
        ("cat log.txt", "ValueError: old news", "ok", ""),  # foreign text
        ("git log", "fix error: crash", "ok", ""),
        ("foo", "sh: foo: command not found", "failed", "sh: foo: command not found"),
        ("python a.py", "Traceback (most recent call last):\n  File\nValueError: no", "failed", "ValueError: no"),
    ],
)
def test_shell_results(command: str, result: str, status: str, signature: str) -> None:
    end = outcome(call("bash", command=command), result, is_error=False)
    assert (end.status, end.signature) == (status, signature)


def test_a_reader_fails_only_by_mark_or_first_word() -> None:
    read = call("read_file", path="a.py")
    assert outcome(read, "raise ValueError: x", is_error=False).status == "ok"
    assert outcome(read, "Error: no such file", is_error=False).status == "failed"
    assert outcome(read, "gone", is_error=True).signature == "gone"


@pytest.mark.parametrize(
    ("name", "arguments", "effect", "files"),
    [
        ("Edit", {"file_path": "src/a.py", "old_string": "b/c.py"}, "edit", ("src/a.py",)),
        ("read_file", {"path": "docs/x.md"}, "read", ("docs/x.md",)),
        ("str_replace_based_edit_tool", {"command": "view", "path": "a.py"}, "read", ("a.py",)),
        ("apply_patch", {"input": "*** Begin Patch\n*** Update File: lib/a.ts\n+x"}, "edit", ("lib/a.ts",)),
        ("shell", {"command": ["bash", "-lc", "sed -n 1,9p src/a.py"]}, "read", ("src/a.py",)),
        ("bash", {"command": "echo hi > out/b.txt"}, "edit", ("out/b.txt",)),
        ("bash", {"command": "pytest tests/a.py 2>&1"}, "none", ()),
    ],
)
def test_files(name: str, arguments: dict[str, object], effect: str, files: tuple[str, ...]) -> None:
    read = call(name, **arguments)
    assert (read.effect, read.files) == (effect, files)


def test_the_same_call_ignores_folders_flags_and_pipes() -> None:
    first = call("bash", command="cd /srv/app && pytest -x tests/a.py 2>&1 | tail -5")
    assert first.key == call("bash", command="pytest tests/a.py").key
    assert first.key != call("bash", command="pytest tests/b.py").key


def test_keys_of_broken_arguments_are_no_values() -> None:
    broken = read_call(ToolCall(id="x", name="edit", arguments='{"file_path": "src/a.py", "old_string": "ab'))
    assert broken.values == ("src/a.py", "ab")
