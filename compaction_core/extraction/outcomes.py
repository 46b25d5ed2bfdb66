"""How a tool call ended: succeeded, failed with which words, or without a result."""

import re
from functools import cached_property
from typing import Literal

from compaction_core.extraction.tools import Call
from compaction_core.extraction.words import one_line
from compaction_core.session import Record

Status = Literal["ok", "failed", "none"]


class Outcome(Record):
    """The end of one call; ``signature`` is the line of the result that says what went wrong."""

    status: Status
    signature: str = ""
    verdict: str = ""
    """The line in which a test run or a command says how it went."""

    @cached_property
    def masked(self) -> str:
        """The signature without digits, quotes and paths: the same error, the same text."""
        return _VARYING.sub("·", self.signature)


_VARYING = re.compile(r"['\"`][^'\"`]{0,80}['\"`]|\S*/\S*|0x[0-9a-f]+|\d+")
NO_RESULT = Outcome(status="none")
_OK = Outcome(status="ok")

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
_BARE_ERROR = re.compile(r"\s*(?:error(?:\[\w+\]|:)|fatal:|panic:|FAILED )")
_MARKUP = re.compile(r"^(?:E\s{2,}|</?[a-z_]{1,40}>)+|</?[a-z_]{1,40}>$")
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
_VERDICT_MARKS = (" pass", " fail", " test", " error", "test result:", "\nok", "\npass", "\nfail")
# In lower case, what every sign of an error holds; the patterns run only where one stands.
_MARKS = (
    "error", "fail", "exception", "exit", "interrupt", "fatal:", "panic:", "npm err!", "errno ", "not ok", "not found",
    "no such file", "permission denied", "traceback", "killed", "e  ",
)  # fmt: skip


def outcome(call: Call, text: str, is_error: bool) -> Outcome:
    """The end of a call whose cleaned result is ``text``.

    The file's own error mark counts, then a stated exit code, then what error messages look like; for tools that show
    foreign text (readers, searches, ``cat``, ``git log``) only the mark and the exit code do.
    """
    if call.kind != "shell":
        failed = is_error or bool(_ERROR_START.match(text))
        return Outcome(status="failed", signature=signature(_lines(text))) if failed else _OK
    # Without regard to case a few other letters count as these; what is no ASCII is searched in any case.
    low = text.lower() if text.isascii() else None
    lines = _lines(text)
    code = _exit_code(lines) if low is None or "exit" in low or "returncode" in low else None
    if is_error or (code is not None and code != 0):
        failed = True
    elif code == 0 or call.manner == "shows" or (low is not None and not any(mark in low for mark in _MARKS)):
        failed = False
    else:
        failed = any(sign.search(line) for line in lines for sign in _SIGNS)
    named = signature(lines) if failed else ""
    verdict = "" if call.manner == "shows" else _verdict(lines, named, low)
    return Outcome(status="failed" if failed else "ok", signature=named, verdict=verdict)


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _verdict(lines: list[str], named: str, low: str | None) -> str:
    told = None if low is None else f"\n{low}"
    may_say = told is None or any(mark in told for mark in _VERDICT_MARKS)
    for line in reversed(lines) if may_say else ():
        if _VERDICT.search(line):
            return one_line(line)
    return one_line(named or next((line for line in reversed(lines) if not _EXIT.fullmatch(line.strip())), ""))


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
    return bool(_EXCEPTION.search(line) or _BARE_ERROR.match(line))


def _bare(line: str) -> str:
    return one_line(_MARKUP.sub("", line.strip()))


def _exit_code(lines: list[str]) -> int | None:
    """The exit code stated in the first or last five lines."""
    near = lines if len(lines) <= 10 else [*lines[:5], *lines[-5:]]
    codes = [int(m[1]) for line in near if (m := _EXIT.search(line[:200]))]
    return codes[0] if codes else None
