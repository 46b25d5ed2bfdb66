"""``reported``: what the provider reported for each call, against our count."""

from argparse import Namespace
from typing import Any

from compaction_core.cli import source
from compaction_core.cli.commands import print_json, print_text
from compaction_core.cli.layout import columns, filled, indented
from compaction_core.report.words import visible
from compaction_core.reported import Call, Reported, told
from compaction_core.reported import reported as compared
from compaction_core.tokens import measure
from compaction_core.words import count

SHOWN = 30
"""Calls in the table; of more, both ends."""


def reported(asked: Namespace) -> int:
    """Print the comparison."""
    session, _ = source.session(asked.file, asked.conversation, asked.member)
    found = compared(session, measure(session, asked.counter))
    return print_json(_record(found)) if asked.json else print_text(_shown(found))


def _record(found: Reported) -> dict[str, Any]:
    calls = [
        {**call._asdict(), "gap": call.gap if call.context else None, "expected": None if e is None else round(e)}
        for call, e in zip(found.calls, found.expected, strict=True)
    ]
    return {
        "told": told(found),
        "counter": found.counter,
        "basis": found.basis,
        "overhead": found.overhead,
        "ratio": found.ratio,
        "found_in_file": found.found,
        "fit": None if found.fit is None else found.fit.model_dump(mode="json"),
        "why_no_fit": found.why,
        "jumps": [jump.model_dump(mode="json") for jump in found.jumps],
        "findings": [finding.model_dump(mode="json", exclude={"spans"}) for finding in found.findings],
        "calls": calls,
    }


def _shown(found: Reported) -> str:
    blocks = [filled(told(found))]
    if found.overhead is not None:
        inside = f"; {count(found.found, 'token')} of our count are in the file" if found.found else ""
        text = (
            f"As system prompt and tools for other commands: --overhead {found.overhead}, from reported usage{inside}."
        )
        blocks.append(filled(text))
    if found.calls:
        blocks.append(_table(found))
    blocks += [
        f"{filled(f'{f.severity} {f.code}: {visible(f.text)}', rest='  ')}\n{filled(f.advice, '  ', '  ')}"
        for f in found.findings
    ]
    return "\n\n".join(blocks)


def _table(found: Reported) -> str:
    rows = [_row(call, expected) for call, expected in zip(found.calls, found.expected, strict=True)]
    title = "Tokens per call:"
    if len(rows) > SHOWN:
        half = SHOWN // 2
        title = f"Tokens per call, the first and the last {half} of {len(rows):,} (--json has all):"
        rows[half:-half] = [("…", *[""] * 6)]
    head = ("call", "reported", "our count", "gap", "as fitted", "answer", "our count")
    return f"{title}\n{indented(columns([head, *rows], 'lrrrrrr'))}"


def _row(call: Call, expected: float | None) -> tuple[str, ...]:
    told_of = call.context > 0
    return (
        f"#{call.message}",
        f"{call.context:,}" if told_of else "not told",
        f"{call.counted:,}",
        f"{call.gap:+,}" if told_of else "",
        "" if expected is None else f"{round(expected):,}",
        f"{call.output:,}",
        f"{call.output_counted:,}",
    )
