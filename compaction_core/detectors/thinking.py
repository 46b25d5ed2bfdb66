"""A summary that is only the model's thinking, or that still holds some."""

import re

from compaction_core.detectors.base import Checked, detectors
from compaction_core.findings import Finding, Span

_NAMES = r"think|thinking|thoughts?|reasoning|analysis|scratchpad|reflection"
_BLOCK = re.compile(
    rf"<(?P<tag>{_NAMES})\b[^<>]{{0,80}}>|\[(?P<mark>THINK)\]|<\|channel\|>(?P<channel>analysis)\b|◁(?P<kimi>think)▷",
    re.IGNORECASE,
)
_CLOSINGS = {"tag": "</{}>", "mark": "[/{}]", "channel": "<|end|>", "kimi": "◁/{}▷"}


class Thinking:
    """A reasoning model may spend its whole answer on thinking, which is no summary."""

    name = "thinking"
    label = "Thinking instead of a summary"
    rejects = True
    codes = ("thinking-only", "thinking-left-in")

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """An error if nothing stands outside the thinking, else a warning for each block together."""
        spans = _blocks(checked.text)
        if not spans:
            return ()
        outside, end = "", 0
        for span in spans:
            outside += checked.text[end : span.start]
            end = span.stop
        outside = re.sub(r"</?[A-Za-z][\w-]{0,40}/?>", "", outside + checked.text[end:])
        inside = sum(span.stop - span.start for span in spans)
        if any(c.isalnum() for c in outside):
            return (
                Finding(
                    code="thinking-left-in",
                    severity="warning",
                    text=f"{inside} of {len(checked.text)} characters are the model's thinking.",
                    advice="Take it out before the summary is stored; it costs tokens in every later request.",
                    spans=spans,
                ),
            )
        return (
            Finding(
                code="thinking-only",
                severity="error",
                text=f"All {len(checked.text)} characters are thinking; there is no summary.",
                advice="Allow more output tokens or less thinking, and ask again.",
                spans=spans,
            ),
        )


def _blocks(text: str) -> tuple[Span, ...]:
    """Thinking blocks; one that is never closed reaches to the end."""
    spans: list[Span] = []
    end = 0
    lower = text.lower() if len(text.lower()) == len(text) else text
    for opening in _BLOCK.finditer(text):
        if opening.start() < end:
            continue
        kind = opening.lastgroup or "tag"
        closing = _CLOSINGS[kind].format(opening[kind]).lower()
        found = lower.find(closing, opening.end())
        end = len(text) if found < 0 else found + len(closing)
        spans.append(Span(start=opening.start(), stop=end))
    return tuple(spans)


detectors.add(Thinking())
