"""Secrets in a summary, which would stay in every later request."""

from compaction_core.detectors.base import Checked, detectors
from compaction_core.findings import Finding, Span
from compaction_core.redaction import Kind, redact

_KINDS: tuple[Kind, ...] = ("secret",)


class Secrets:
    """What looks like a key, token or password, by shape or by the name it is assigned to."""

    name = "secrets"
    label = "Secrets"
    rejects = False
    codes = ("secret",)

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """One error with a span for each; the finding's words never repeat the secret."""
        spans = tuple(Span(start=s.start, stop=s.stop) for s in redact(checked.text, _KINDS).spans)
        if not spans:
            return ()
        many = "1 place looks" if len(spans) == 1 else f"{len(spans)} places look"
        return (
            Finding(
                code="secret",
                severity="error",
                text=f"{many} like a key, a token or a password.",
                advice="Mask them in the summary, and replace the secret where it is used.",
                spans=spans,
            ),
        )


detectors.add(Secrets())
