"""Findings for the viewers of a CI: SARIF 2.1.0 and JUnit XML."""

from collections.abc import Collection, Sequence
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from compaction_core.report.words import visible
from compaction_core.session import Session
from compaction_core.structure.checkup import WHERE_WORDS, Found, codes
from compaction_core.structure.providers import PROVIDERS

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def told(found: Found) -> str:
    """A finding in one line: about what, for whom, and what it says."""
    for_whom = "" if found.provider is None else f", {PROVIDERS[found.provider].label}"
    return f"{WHERE_WORDS[found.where]}{for_whom}: {found.finding.text}"


def to_sarif(session: Session, found: Sequence[Found], file: str, version: str) -> dict[str, Any]:
    """A SARIF log; ``file`` is the transcript as the reader of the log should see it."""
    known = codes()
    names = sorted({each.finding.code for each in found})
    driver = {
        "name": "compaction-explorer",
        "version": version,
        "rules": [{"id": name, "shortDescription": {"text": known[name]}} for name in names],
    }
    results = [_result(session, each, file, names) for each in found]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _result(session: Session, found: Found, file: str, names: list[str]) -> dict[str, Any]:
    finding = found.finding
    place: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": quote(file)}}}
    if finding.messages:
        line = session.messages[finding.messages[0]].line
        if line is not None:
            place["physicalLocation"]["region"] = {"startLine": line + 1}
        place["logicalLocations"] = [{"name": f"#{number}", "kind": "element"} for number in finding.messages[:100]]
    return {
        "ruleId": finding.code,
        "ruleIndex": names.index(finding.code),
        "level": finding.severity,
        "message": {"text": visible(f"{told(found)} {finding.advice}")},
        "locations": [place],
        "properties": {"where": found.where, "provider": found.provider, "messages": list(finding.messages)},
    }


def to_junit(found: Sequence[Found], blocking: Collection[int], name: str) -> str:
    """JUnit XML: one test a code, which fails where a finding of it blocks; ``blocking`` are places in ``found``."""
    cases: list[str] = []
    for code, label in sorted(codes().items()):
        mine = [(place in blocking, each) for place, each in enumerate(found) if each.finding.code == code]
        failed = [each for blocks, each in mine if blocks]
        body = (
            f"\n    <failure message={_attribute(failed[0].finding.text)}>{_text(failed)}</failure>" if failed else ""
        )
        mild = [each for blocks, each in mine if not blocks]
        body += f"\n    <system-out>{_text(mild)}</system-out>" if mild else ""
        head = f"  <testcase classname={_attribute(label)} name={_attribute(code)}"
        cases.append(f"{head}>{body}\n  </testcase>" if body else f"{head}/>")
    failures = sum("<failure" in case for case in cases)
    head = f'<testsuite name={_attribute(name)} tests="{len(cases)}" failures="{failures}" errors="0">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *cases, "</testsuite>"])


def _text(found: Sequence[Found]) -> str:
    return escape(visible("\n".join(f"{told(each)} {each.finding.advice}" for each in found)))


def _attribute(text: str) -> str:
    return quoteattr(visible(text))
