"""A summary to check, over the small hand-written sessions, and what a detector says of it."""

from collections.abc import Sequence

from compaction_core.detectors import Checked, detectors
from compaction_core.findings import Finding
from compaction_core.session import Message
from tests.extraction.sessions import ENGLISH, request

GOOD = """## Goals
- The user wants the login of gatehouse fixed (GATE-41) without touching the migrations.

## What happened
- The comparison in `src/auth.py` was the wrong way round; both tests pass since commit 3f9c2ab.

## Next step
- The deploy failed because there is no target `deploy`; a deploy script is being looked for."""
"""Names nothing that the English session does not hold; ends in a sentence."""


def checked(text: str, messages: Sequence[Message] = ENGLISH, **more: object) -> Checked:
    return Checked.model_validate({"text": text, "request": request(list(messages)), **more})


def found(name: str, text: str, messages: Sequence[Message] = ENGLISH, **more: object) -> tuple[Finding, ...]:
    return detectors.get(name).check(checked(text, messages, **more))


def codes(name: str, text: str, messages: Sequence[Message] = ENGLISH, **more: object) -> list[str]:
    return [finding.code for finding in found(name, text, messages, **more)]


def evidence(finding: Finding, text: str) -> list[str]:
    return [text[span.start : span.stop] for span in finding.spans]
