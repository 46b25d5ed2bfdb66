"""What a shell command does: its program, whether it shows foreign text, whether it runs tests."""

import re

from compaction_core.extraction.words import word_set

_CHANGE_DIRECTORY = re.compile(r"^cd \S+ *(?:&&|;) *")
_SETTING = re.compile(r"\w+=")
_VIEWERS = word_set("cat grep rg sed head tail ls find less awk wc diff jq tree echo fd bat gh curl")
_HISTORY = re.compile(r"\bgit (?:\S+ )?(?:log|diff|show|blame|grep)\b")
_TEST = re.compile(
    r"\b(?:pytest|unittest|tox|nox|jest|vitest|mocha|rspec|ctest|phpunit|playwright test"
    r"|(?:go|cargo|npm|pnpm|yarn|bun|mvn|gradle|gradlew|make|dotnet|mix|swift|bazel|rake|deno)(?: run)?"
    r" (?:\S+ )?test\S*)"
)
_TEST_TOOL = re.compile(r"(?:^|_)tests?(?:_|$)")


def undirected(command: str) -> str:
    """The command without the ``cd`` before it."""
    return _CHANGE_DIRECTORY.sub("", command)


def program(command: str) -> str:
    """The program of a shell command, after ``cd …`` and settings.

    >>> program("cd app && CI=1 pytest -q tests")
    'pytest'
    """
    words = [word for word in undirected(command).split() if not _SETTING.match(word) and word != "sudo"]
    return words[0].rpartition("/")[2] if words else ""


def shows_text(command: str) -> bool:
    """Whether it prints foreign text, in which "error" means nothing.

    >>> shows_text("cat a.log"), shows_text("git --no-pager log"), shows_text("git commit")
    (True, True, False)
    """
    name = program(command)
    return name in _VIEWERS or (name == "git" and bool(_HISTORY.search(command)))


def runs_tests(command: str, tool: str) -> bool:
    """Whether it runs tests, by its words or the tool's name.

    >>> runs_tests("cargo test --all", "bash"), runs_tests("./run", "run_tests"), runs_tests("make", "bash")
    (True, True, False)
    """
    return bool(_TEST.search(command) or _TEST_TOOL.search(tool.lower()))
