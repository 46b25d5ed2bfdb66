"""``museum``: the exhibits, or one of them with what is found, as reported or with its fix."""

import textwrap
from argparse import Namespace
from typing import Any

from compaction_core.cli.commands import print_json, print_text
from compaction_core.cli.layout import WIDTH, columns, indented
from compaction_core.museum import Exhibit, Visit, changed, exhibits, find_exhibit, mended, shows, visit
from compaction_core.report.checks import told
from compaction_core.report.words import visible
from compaction_core.words import count


def museum(asked: Namespace) -> int:
    """Print the list, or one exhibit; that something is found is no error here."""
    if asked.exhibit is None:
        return print_json({"exhibits": [_card(e) for e in exhibits()]}) if asked.json else print_text(_listed())
    exhibit = find_exhibit(asked.exhibit)
    seen = visit(exhibit, mended(exhibit) if asked.fix else exhibit.setting)
    return print_json(_record(exhibit, seen)) if asked.json else print_text(_shown(exhibit, seen, asked.fix))


def _listed() -> str:
    rows = [("#", "class", "name", "finding", "fix")]
    rows += [(str(e.number), e.kind, e.name, e.finding.code, ", ".join(changed(e))) for e in exhibits()]
    head = f"{count(len(rows) - 1, 'exhibit')}. `museum NAME` runs one, `museum NAME --fix` mends it."
    return f"{head}\n\n{indented(columns(rows, 'rllll'))}"


def _card(exhibit: Exhibit) -> dict[str, Any]:
    return {**exhibit.model_dump(mode="json"), "session": exhibit.session_name, "changes": list(changed(exhibit))}


def _record(exhibit: Exhibit, seen: Visit) -> dict[str, Any]:
    return {
        "exhibit": exhibit.name,
        "setting": seen.setting.model_dump(mode="json"),
        "at": seen.at,
        "passes": len(seen.passes),
        "shows": shows(exhibit, seen.found),
        "findings": [
            {**each.finding.model_dump(mode="json", exclude={"spans"}), "where": each.where, "provider": each.provider}
            for each in seen.found
        ],
    }


def _shown(exhibit: Exhibit, seen: Visit, fixed: bool) -> str:
    reports = ", ".join(exhibit.reports) or "found by running the system's own code"
    what = f"With the fix ({', '.join(changed(exhibit))}): {exhibit.fix.says}" if fixed else exhibit.lesson
    state = "is there" if shows(exhibit, seen.found) else "is gone"
    blocks = [
        f"{exhibit.number}. {exhibit.title} (class {exhibit.kind}; {reports})",
        textwrap.fill(exhibit.symptom, WIDTH),
        textwrap.fill(what, WIDTH),
        f"{exhibit.finding.code} {state}. {count(len(seen.found), 'finding')} in all:",
        "\n".join(f"{each.finding.severity} {each.finding.code}: {told(each)}" for each in seen.found),
    ]
    return visible("\n\n".join(block for block in blocks if block))
