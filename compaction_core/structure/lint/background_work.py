"""Work that was started in the background still runs, and what stays does not know of it (users G8)."""

import re
from collections.abc import Iterator

import orjson

from compaction_core.findings import Finding
from compaction_core.session import ToolCall
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

KEYS = ("run_in_background", "is_background", "background")
"""Arguments by which coding agents start work without waiting for it (Claude Code; Gemini CLI; others)."""
MOST = 50
"""Newest such calls that are looked at."""
_ID = re.compile(
    r"\b(?:id|pid|task|agent|job|shell)(?: ?id)?\b[\"' ]{0,2}(?:[:=#]|is)?[\"' ]{1,3}([\w-]*\d[\w-]*)", re.I
)
_ENDED = re.compile(r"\b(?:complete[ds]?|finished|done|ended|exit(?:ed| code)|killed|stopped|failed)\b", re.I)


class BackgroundWork:
    """The call has its result, "started", so the list is sound; the work is not done.

    It has ended where a later message names its id and says so.
    """

    name = "background-work"
    label = "Work in the background"
    codes = ("background-work-goes",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning, for all such calls."""
        messages, plan, result_of = case.session.messages, case.plan, case.session.result_of
        if not case.real:
            return
        left = ""
        forgotten: list[tuple[int, str]] = []
        started = [
            (number, call)
            for number in plan.indexes("summarize", "drop")
            if messages[number].role == "assistant"
            for call in messages[number].calls
            if _behind(call)
        ]
        for number, call in started[-MOST:]:
            answer = result_of.get((number, call.id))
            if answer is None or answer >= case.at:
                continue
            found = _ID.search(messages[answer].text)
            if found is None or self._ended(case, answer, found[1]):
                continue
            left = left or "\n".join(entry.message.text for entry in case.passes[-1].view)
            if not _names(left, found[1]):
                forgotten.append((number, found[1]))
        if not forgotten:
            return
        numbers = tuple(dict.fromkeys(number for number, _ in forgotten))
        one = len(forgotten) == 1
        names = ", ".join(name for _, name in forgotten[:6])
        yield Finding(
            code="background-work-goes",
            severity="warning",
            text=f"{', '.join(f'#{number}' for number in numbers[:6])} started work in the background ({names}), and "
            f"nothing up to here says that it has ended. What stays does not name {'it' if one else 'them all'}: the "
            "agent may start it again.",
            advice="Say behind the summary what still runs, or keep the message that started it.",
            messages=numbers,
        )

    def _ended(self, case: Case, answer: int, name: str) -> bool:
        texts = (case.session.messages[i].text for i in range(answer + 1, case.at))
        return any(name in text and _names(text, name) and _ENDED.search(text) is not None for text in texts)


def _behind(call: ToolCall) -> bool:
    if not any(key in call.arguments for key in KEYS):
        return False
    try:
        arguments = orjson.loads(call.arguments)
    except orjson.JSONDecodeError:
        return False
    return isinstance(arguments, dict) and any(arguments.get(key) is True for key in KEYS)


def _names(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


lints.add(BackgroundWork())
