"""Marks by which a text poses as someone else, or orders the reader to forget; usually taken over from a tool."""

import re

from compaction_core.detectors.base import Checked, detectors
from compaction_core.detectors.cues import cue
from compaction_core.detectors.prose import blanked
from compaction_core.detectors.sources import plain
from compaction_core.findings import Finding, Span

_MARKS: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    (
        "role-tag",
        "tags or labels that a model may read as a change of speaker",
        re.compile(
            r"</?(?:system|user|assistant|human|developer|instructions?|system[-_](?:prompt|reminder|message))\b[^<>]{0,80}>"
            r"|<\|[^|<>]{1,40}\|>|\[/?INST\]|<</?SYS>>|</?s>|<(?:start|end)_of_turn>"
            r"|^#{2,6} ?(?:system|assistant|human)(?: (?:prompt|message))?:?[ \t]*$|^(?:Human|Assistant):",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
    (
        "override",
        "orders to forget earlier instructions or to hide something",
        cue("override"),
    ),
    (
        "markup-comment",
        "comments that are invisible where Markdown is drawn",
        re.compile(r"<!--[\s\S]{0,400}?(?:-->|$)|^\[(?:comment|//|#)\]: ?[#<(].{0,200}$", re.MULTILINE),
    ),
    (
        "encoded",
        "long runs of encoded text that no one can read",
        re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{200,}+={0,2}"),
    ),
    (
        "tool-call",
        "tool calls written as text",
        re.compile(
            r"</?(?:function_calls?|tool_calls?|tool_use|tool_result|invoke|antml:\w{1,20})\b[^<>]{0,80}>"
            r"|\{\s{0,8}\"type\"\s?:\s?\"(?:tool_use|function|tool_result|function_call)\""
            r"|\{\s{0,8}\"name\"\s?:\s?\"[\w.-]{1,64}\"\s?,\s{0,8}\"(?:arguments|input|parameters)\"\s?:"
        ),
    ),
)


class Injection:
    """A summary is read as trusted text; what a web page or a file said must not speak in it."""

    name = "injection"
    label = "Injection marks"
    rejects = False
    codes = tuple(code for code, _, _ in _MARKS)

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """One finding a kind of mark, with the messages it is from: a note if all stand in code, else a warning."""
        found = []
        shown = blanked(checked.text)
        for code, what, pattern in _MARKS:
            spans = tuple(Span(start=m.start(), stop=m.end()) for m in pattern.finditer(checked.text))
            if not spans:
                continue
            is_open = any(shown[span.start : span.stop].strip() for span in spans)
            sources = _sources(checked, spans)
            origin = f" They stand in {_numbers(sources)}." if sources else ""
            places = "1 place" if len(spans) == 1 else f"{len(spans)} places"
            found.append(
                Finding(
                    code=code,
                    severity="warning" if is_open else "note",
                    text=f"{places} with {what}.{origin}",
                    advice="Take them out or quote them as code, and fence the transcript in the prompt.",
                    messages=sources,
                    spans=spans,
                )
            )
        return tuple(found)


def _sources(checked: Checked, spans: tuple[Span, ...]) -> tuple[int, ...]:
    """The messages that hold the same marks, the first of each speaker but the user's own earlier summary."""
    numbers: set[int] = set()
    for mark in {plain(checked.text[span.start : span.stop]) for span in spans[:20]}:
        for spoken in checked.sources.spoken.values():
            match = spoken.exactly(mark) if len(mark) > 3 else None
            if match is not None and match.message is not None:
                numbers.add(match.message)
    return tuple(sorted(numbers))


def _numbers(messages: tuple[int, ...]) -> str:
    shown = ", ".join(f"#{number}" for number in messages[:5])
    return shown if len(messages) <= 5 else f"{shown} and {len(messages) - 5} more"


detectors.add(Injection())
