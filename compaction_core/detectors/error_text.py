"""An error message or a refusal where the summary should be."""

from compaction_core.detectors.base import Checked, detectors
from compaction_core.detectors.cues import Cue, cue
from compaction_core.detectors.sources import tokens
from compaction_core.findings import Finding, Span

_SHORT = 120
"""Words above which a text that starts like an error or a refusal is taken for a summary all the same."""
_STARTS: tuple[tuple[str, Cue, str], ...] = (
    ("error-text", "error", "The text starts like an error message"),
    ("refusal", "refusal", "The text starts like a refusal"),
    ("nothing-to-summarize", "nothing", "The text says that there is nothing to summarize"),
)
_FILTERED = frozenset({"content_filter", "refusal", "safety", "recitation", "blocklist", "prohibited_content", "error"})


class ErrorText:
    """Systems have stored error messages and refusals as summaries (users: langchain 38867, openclaw 5224)."""

    name = "error-text"
    label = "Error message or refusal"
    rejects = True
    codes = ("error-text", "refusal", "nothing-to-summarize", "stopped-by-provider")

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """At most one error for how the text starts, and one for a stop reason that is a refusal."""
        found = [*_start(checked)]
        reason = (checked.stop_reason or "").lower()
        if reason in _FILTERED:
            found.append(
                Finding(
                    code="stopped-by-provider",
                    severity="error",
                    text=f"The provider stopped with {checked.stop_reason!r}.",
                    advice="Take the next rung: another model, or the offline summary.",
                )
            )
        return tuple(found)


def _start(checked: Checked) -> list[Finding]:
    text = checked.text
    lead = len(text) - len(text.lstrip(" \t\r\n#*_>`\"'“"))
    for code, name, what in _STARTS:
        match = cue(name).match(text, lead)
        if match is None or len(tokens(text)) > _SHORT or not checked.request.messages:
            continue
        return [
            Finding(
                code=code,
                severity="error",
                text=f"{what}; it stands where {len(checked.request.messages)} messages are summarized.",
                advice="Do not store it. Ask again, with a smaller input or another model.",
                spans=(Span(start=match.start(), stop=match.end()),),
            )
        ]
    return []


detectors.add(ErrorText())
