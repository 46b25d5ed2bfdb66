"""Lines of a summary that a model may take for a new request: orders, and what the user once asked.

Nothing here is wrong by itself. It is listed because finished requests have been carried out again after a compaction
(users: hermes 41607, codex 38931, dirge 451).
"""

import re
from collections.abc import Iterator

from compaction_core.detectors.base import Checked, detectors
from compaction_core.detectors.cues import cue
from compaction_core.detectors.prose import ITEM, blanked, is_heading, lines
from compaction_core.detectors.sources import plain, tokens
from compaction_core.findings import Finding, Severity, Span

_END = re.compile(r"[.!?;]+(?=\s)|[。！？；]")
_LABEL = re.compile(r"[^\W\d_][^:：.!?\n]{0,40}[:：]\s+")
_SHORTEST = 4
"""Words of an order that can be told to come from a tool."""


class Promoted:
    """Orders in the summary's own words, orders taken over from a tool, and lines about the user's requests."""

    name = "promoted"
    label = "Orders and requests"
    rejects = False
    codes = ("order-from-tool", "order", "user-ask")

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """At most one finding of each code, with a span for each sentence or line."""
        own, tainted, messages = _orders(checked)
        asks = tuple(
            Span(start=line.start, stop=line.stop) for line in lines(blanked(checked.text)) if _is_ask(line.text)
        )
        found = []
        if tainted:
            what = "taken over from a tool or an injected message; the user did not say it"
            advice = "Take it out, or say where it comes from."
            found.append(_listed("order-from-tool", "warning", what, advice, tainted, tuple(sorted(messages))))
        if own:
            what = "that reads as an order to the model"
            advice = "Say what was done and what is open instead; mark the summary as reference in its wrapper."
            found.append(_listed("order", "note", what, advice, own))
        if asks:
            what = "that says what the user asked or wants; done or not, a model may take it for the current request"
            advice = "Say what became of each request, and let the wrapper say that the latest message counts."
            found.append(_listed("user-ask", "note", what, advice, asks))
        return tuple(found)


def _listed(
    code: str, severity: Severity, what: str, advice: str, spans: tuple[Span, ...], messages: tuple[int, ...] = ()
) -> Finding:
    unit = "line" if code == "user-ask" else "sentence"
    many = f"1 {unit}" if len(spans) == 1 else f"{len(spans)} {unit}s, each one"
    return Finding(code=code, severity=severity, text=f"{many} {what}.", advice=advice, messages=messages, spans=spans)


def _orders(checked: Checked) -> tuple[tuple[Span, ...], tuple[Span, ...], set[int]]:
    """Orders outside quotations; orders anywhere that only a tool said; the messages those are from."""
    own: list[Span] = []
    tainted: list[Span] = []
    messages: set[int] = set()
    unquoted = blanked(checked.text, inline=False, quotes=True)
    for span in sentences(blanked(checked.text, inline=False)):
        sentence = checked.text[span.start : span.stop]
        if not cue("order").search(sentence.lstrip("“\"'«「").strip()):
            continue
        source = _only_from_tool(checked, sentence)
        if source is not None:
            tainted.append(span)
            messages.add(source)
        elif cue("order").search(unquoted[span.start : span.stop].strip()):
            own.append(span)
    return tuple(own), tuple(tainted), messages


def _only_from_tool(checked: Checked, sentence: str) -> int | None:
    said = plain(sentence).rstrip(".!;。！；… ")
    if len(tokens(said)) < _SHORTEST:
        return None
    spoken = checked.sources.spoken
    if any(spoken[speaker].exactly(said) for speaker in ("user", "assistant", "earlier")):
        return None
    match = spoken["tool"].exactly(said)
    return match.message if match else None


def sentences(text: str) -> Iterator[Span]:
    """Sentences, without list marks and labels, quoted ones too."""
    for line in lines(text):
        if is_heading(line.text):
            continue
        item = ITEM.match(line.text)
        start = line.start + (item.end() if item else len(line.text) - len(line.text.lstrip()))
        if label := _LABEL.match(text, start, line.stop):
            start = label.end()
        for piece in [*_END.finditer(text, start, line.stop), None]:
            stop = piece.end() if piece else line.stop
            while start < stop and text[start] in ' \t“"«「':
                start += 1
            if text[start:stop].strip():
                yield Span(start=start, stop=start + len(text[start:stop].rstrip(' \t”"»」')))
            start = stop


def _is_ask(line: str) -> bool:
    return not is_heading(line) and bool(cue("ask").search(line))


detectors.add(Promoted())
