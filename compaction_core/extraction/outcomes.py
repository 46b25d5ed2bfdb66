"""How a tool call ended: succeeded, failed with which words, or without a result."""

import re
from typing import Literal

from compaction_core.extraction.tools import Call, program
from compaction_core.extraction.words import one_line, word_set
from compaction_core.session import Record

Status = Literal["ok", "failed", "none"]


class Outcome(Record):
    """The end of one call; ``signature`` is the line of the result that says what went wrong."""

    status: Status
    signature: str = ""
    verdict: str = ""
    """The line in which a test run or a command says how it went."""

    @property
    def masked(self) -> str:
        """The signature without digits, quotes and paths: the same error, the same text."""
        return re.sub(r"['\"`][^'\"`]{0,80}['\"`]|\S*/\S*|0x[0-9a-f]+|\d+", "·", self.signature)


NO_RESULT = Outcome(status="none")

_EXIT = re.compile(r"(?:exit(?:ed)?(?:[ _](?:with )?(?:code|status))?|returncode)[\"']?\s?[:=]?\s?(-?\d{1,3})\b", re.I)
_EXCEPTION = re.compile(
    r"^(?:E\s+)?(?:[A-Za-z_]\w{0,60}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception|Exit|Interrupt)\b.{0,400}"
)
_TYPED = re.compile(
    r"^.{0,200}?\b(?:error(?:\[\w{1,20}\]|:? TS\d+|:)|fatal:|panic:|npm ERR!|ERROR:|Error:|Errno \d)|^E {2,}\S"
    r"|错误[:：]"
)
_FAILED_TEST = re.compile(r"^\s{0,8}(?:FAILED\b|FAIL\b|--- FAIL|not ok \d|BUILD FAILED|[✗✘✕×] )")
_LOCATED = re.compile(r"^\s{0,8}[\w./@-]{1,200}\.\w{1,6}[:(]\d{1,6}[:,)]\S{0,12} \S.{0,300}")
_COUNTED = re.compile(r"\b[1-9]\d{0,6} (?:failed|failures?|errors?|failing)\b", re.I)
_SHELL_SAYS = re.compile(
    r"command not found|: No such file or directory|Permission denied|Traceback \(most recent|^Killed$"
)
_SIGNS = (_EXCEPTION, _TYPED, _FAILED_TEST, _COUNTED, _SHELL_SAYS)
_NAMING = (_TYPED, _FAILED_TEST, _LOCATED, _COUNTED, _SHELL_SAYS)
_ERROR_START = re.compile(
    r"\s{0,20}(?:<tool_use_error>|Error\b|ERROR\b|error:|Traceback|Failed to |错误|出错|Fehler\b|Erreur\b|エラー"
    r"|\{\s?\"error\"\s?:\s?(?!null|\"\"|false|\[\]|\{\}))"
)
_VERDICT = re.compile(
    r"\b\d{1,7} (?:passed|failed|passing|failing|tests?\b|errors?\b)|^(?:ok|PASS|FAIL|OK)\b|test result:", re.I
)
_VIEWERS = word_set("cat grep rg sed head tail ls find less awk wc diff jq tree echo fd bat gh curl")


def outcome(call: Call, text: str, is_error: bool) -> Outcome:
    """The end of a call whose cleaned result is ``text``.

    The file's own error mark counts, then a stated exit code, then what error messages look like; for tools that show
    foreign text (readers, searches, ``cat``, ``git log``) only the mark and the exit code do.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    code = _exit_code(lines) if call.kind == "shell" else None
    shows_other = shows_text(call)
    if is_error or (code is not None and code != 0):
        failed = True
    elif code == 0 or shows_other:
        failed = False
    elif call.kind == "shell":
        failed = any(sign.search(line) for line in lines for sign in _SIGNS)
    else:
        failed = bool(_ERROR_START.match(text))
    named = signature(lines) if failed else ""
    last = next((line for line in reversed(lines) if not _EXIT.fullmatch(line.strip())), "")
    verdict = next((line for line in reversed(lines) if _VERDICT.search(line)), named or last)
    return Outcome(
        status="failed" if failed else "ok",
        signature=named,
        verdict=one_line(verdict) if call.kind == "shell" and not shows_other else "",
    )


def signature(lines: list[str]) -> str:
    """The line that names the error: the last exception, else the first error, else the first line."""
    exceptions = [line for line in lines if _EXCEPTION.search(line)]
    if exceptions:
        return _bare(exceptions[-1])
    for sign in _NAMING:
        for line in lines:
            if sign.search(line) and not line.startswith("Traceback"):
                return _bare(line)
    meant = [line for line in lines if not _EXIT.fullmatch(line.strip())]
    return _bare((meant or lines or [""])[0])


def names_error(line: str) -> bool:
    """Whether a line of a user's message is itself an error message."""
    return bool(_EXCEPTION.search(line) or re.search(r"^\s*(?:error(?:\[\w+\]|:)|fatal:|panic:|FAILED )", line))


def _bare(line: str) -> str:
    return one_line(re.sub(r"^(?:E\s{2,}|</?[a-z_]{1,40}>)+|</?[a-z_]{1,40}>$", "", line.strip()))


def _exit_code(lines: list[str]) -> int | None:
    """The exit code stated in the first or last five lines."""
    near = lines if len(lines) <= 10 else [*lines[:5], *lines[-5:]]
    codes = [int(m[1]) for line in near if (m := _EXIT.search(line[:200]))]
    return codes[0] if codes else None


def shows_text(call: Call) -> bool:
    """Whether a shell command prints foreign text, in which "error" means nothing."""
    name = program(call.argument)
    is_history = name == "git" and bool(re.search(r"\bgit (?:\S+ )?(?:log|diff|show|blame|grep)\b", call.argument))
    return call.kind == "shell" and (name in _VIEWERS or is_history)
