"""Cline: drop what was read twice; if that does not help enough, remove half or three quarters of the pairs."""

import json
from collections.abc import Iterator

from pydantic import Field

from compaction_core.session import Session
from compaction_core.strategies.base import Evidence, Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import overhead, reported
from compaction_core.strategies.native import counted, native, rows_of
from compaction_core.strategies.released import Released
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.turns import runs

RESERVES = {64_000: 27_000, 128_000: 30_000, 200_000: 40_000}
"""Tokens held back, by window."""
ENOUGH = 0.3
"""Share of the characters that must be saved so that nothing is removed."""
DUPLICATE = "[this file was read again later: see the newest reading]"
READS = ("read_file", "Read", "read", "view")


class ClineParameters(Parameters):
    """Cline's behaviour has one input beyond the window."""

    last_total: int | None = Field(
        default=None,
        ge=0,
        title="Last reported total",
        description="Tokens of the last request and reply, which decide between half and three quarters. Not given: "
        "as the file reports it, else as estimated.",
        json_schema_extra={"unit": "tokens"},
    )


class Cline(Released):
    """No summary: a range of messages is hidden."""

    name = "cline"
    label = "Cline"
    family = "Cline"
    version = "01cfde0d"
    date = "2026"
    source = "Cline 01cfde0d, read"
    evidence: Evidence = "specification"
    counter = "o200k_base"
    parameters: type[Parameters] = ClineParameters
    listing = (
        "allowed = window - 27k (64k), - 30k (128k), - 40k (200k), else max(w - 40k, 0.8 w)",
        "blank all but the newest reading of each file",
        "30% of the characters saved: done",
        "total / 2 > allowed: remove three quarters, else half, behind the first pair",
        "the last removed must be an assistant's: else remove one less",
    )

    def threshold(self, context_window: int | None, parameters: ClineParameters) -> int | None:
        """At or above what is allowed."""
        return None if context_window is None else allowed(context_window) - 1

    def watched(self, context: Context) -> tuple[int, ...]:
        """The last reported total, and an estimate of what came later."""
        return reported(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Duplicates first, then the range."""
        messages, window = context.session.messages, context.context_window
        groups = native(messages, context.rows)
        n = len(groups)
        limit = None if window is None else allowed(window)
        chars = sum(len(messages[row].text) for row in context.rows)
        again = duplicate_reads(context.session, context.rows)
        saved = sum(max(0, len(messages[row].text) - len(DUPLICATE)) for row in again)
        if again:
            share = saved / chars if chars else 0.0
            blanked = tuple(Effect(fate="clear", start=a, stop=b, text=DUPLICATE) for a, b in runs(again))
            yield Step(
                kind="apply", line=1, effects=blanked,
                text=f"{len(again):,} earlier readings of files are blanked: {share:.0%} of the characters.",
            )  # fmt: skip
            if share >= ENOUGH:
                text = f"{share:.0%} is enough: no message is removed."
                yield Step(kind="decide", line=2, text=text, decision=_decision(context.start, "duplicates"))
                return
        total = context.parameters.last_total or (reported(context) or (overhead(context),))[-1]
        quarter = limit is not None and total / 2 > limit
        start = 2
        count = (n - start) * 3 // 4 // 2 * 2 if quarter else (n - start) // 4 * 2
        last = start + count - 1
        if count > 0 and groups[last].role != "assistant":
            last -= 1
        gone = rows_of(groups[start : last + 1]) if count > 0 else ()
        how = "three quarters" if quarter else "half"
        if not gone:
            cut = context.start if again else None
            text = f"Too few messages to remove {how} of them: {n:,}."
            yield Step(kind="decide", line=3, text=text, decision=_decision(cut, "remove"))
            return
        yield Step(
            kind="apply", line=3, effects=tuple(Effect(fate="drop", start=a, stop=b) for a, b in runs(gone)),
            text=f"{total:,} tokens, {_allowed(limit)} allowed: {how} of the API's {n:,} messages is removed behind "
            f"the first pair: {counted(groups[start : last + 1])}.",
        )  # fmt: skip
        away = {*gone, *again}
        stay = sum(row not in away for row in rows_of(groups))
        cleared = len(set(again) - set(gone))
        text = f"{stay:,} {'message stays' if stay == 1 else 'messages stay'}"
        text += f" and {cleared:,} {'is' if cleared == 1 else 'are'} blanked" if cleared else ""
        text += f": the first pair and {n - last - 1:,} newer, as the API counts them; nothing says what is gone."
        yield Step(kind="decide", line=4, text=text, decision=_decision(gone[-1] + 1, "remove"))


def allowed(window: int) -> int:
    """Tokens at which Cline acts.

    >>> allowed(128_000), allowed(200_000), allowed(1_000_000)
    (98000, 160000, 960000)
    """
    if window in RESERVES:
        return window - RESERVES[window]
    return max(window - 40_000, int(window * 0.8))


def duplicate_reads(session: Session, rows: tuple[int, ...]) -> tuple[int, ...]:
    """Results of reading a file that is read again later, oldest first."""
    inside = set(rows)
    newest: dict[str, int] = {}
    readings: list[tuple[int, str]] = []
    for (caller, id), result in sorted(session.result_of.items(), key=lambda pair: pair[1]):
        if result not in inside:
            continue
        call = next((c for c in session.messages[caller].calls if c.id == id), None)
        path = None if call is None or call.name not in READS else _path(call.arguments)
        if path is not None:
            readings.append((result, path))
            newest[path] = result
    return tuple(result for result, path in readings if newest[path] != result)


def _path(arguments: str) -> str | None:
    try:
        found = json.loads(arguments)
    except ValueError:
        return None
    if not isinstance(found, dict):
        return None
    path = found.get("path") or found.get("file_path")
    return path if isinstance(path, str) else None


def _allowed(limit: int | None) -> str:
    return "an unknown number" if limit is None else f"{limit:,}"


def _decision(cut: int | None, mode: str) -> Decision:
    return Decision(cut=cut, mode_used=mode)


strategies.add(Cline())
