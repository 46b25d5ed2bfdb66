"""Every exhibit: its finding appears, and goes with the one change that its card names."""

import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest

from compaction_core.cli.source import session as from_shell
from compaction_core.museum import (
    CLASSES,
    PREFIX,
    Exhibit,
    Visit,
    changed,
    exhibits,
    find_exhibit,
    mended,
    open_exhibit,
    shows,
    visit,
)
from compaction_core.museum.card import place
from compaction_core.report.checks import to_junit, to_sarif

ALL = [pytest.param(exhibit, id=exhibit.name) for exhibit in exhibits()]


@cache
def seen(name: str, fixed: bool) -> Visit:
    """What an exhibit shows; every test looks at the same."""
    exhibit = find_exhibit(name)
    return visit(exhibit, mended(exhibit) if fixed else exhibit.setting)


REPORT = re.compile(r"[\w.-]+/[\w.-]+#\d+")


@pytest.mark.parametrize("exhibit", ALL)
def test_the_finding_appears(exhibit: Exhibit) -> None:
    found = seen(exhibit.name, False).found
    assert shows(exhibit, found), [(each.where, each.finding.code, each.finding.messages) for each in found]


@pytest.mark.parametrize("exhibit", ALL)
def test_it_is_gone_with_the_fix_and_no_graver_one_comes(exhibit: Exhibit) -> None:
    """The code may not come back anywhere in the same place, whatever messages it names; nor may an error that the
    setting did not have."""
    before, after = seen(exhibit.name, False), seen(exhibit.name, True)
    wanted = exhibit.finding
    assert not [each for each in after.found if (each.finding.code, each.where) == (wanted.code, wanted.where)]
    had = {(each.where, each.finding.code) for each in before.found}
    new = [
        (each.where, each.finding.code, each.finding.text)
        for each in after.found
        if each.finding.severity == "error" and (each.where, each.finding.code) not in had
    ]
    assert not new


@pytest.mark.parametrize("exhibit", ALL)
@pytest.mark.parametrize("fixed", [False, True], ids=["as reported", "mended"])
def test_all_that_is_found_can_be_written_for_a_ci(exhibit: Exhibit, fixed: bool) -> None:
    found = seen(exhibit.name, fixed).found
    log = to_sarif(open_exhibit(exhibit.name), found, "file.json", "0")
    assert [each["ruleId"] for each in log["runs"][0]["results"]] == [each.finding.code for each in found]
    assert ET.fromstring(to_junit(found, range(len(found)), "x")).tag == "testsuite"  # our own XML


@pytest.mark.parametrize("exhibit", ALL)
def test_the_card_is_whole(exhibit: Exhibit) -> None:
    assert len(changed(exhibit)) == 1
    assert all(REPORT.fullmatch(report) for report in exhibit.reports)
    for words in (exhibit.title, exhibit.symptom, exhibit.lesson, exhibit.fix.says):
        assert words.strip() == words and len(words) > 5
    assert exhibit.symptom[-1] == exhibit.lesson[-1] == exhibit.fix.says[-1] == "."
    assert open_exhibit(exhibit.name).title == exhibit.title
    assert from_shell(exhibit.session_name, 0)[0] == open_exhibit(exhibit.name)


def test_the_museum_is_complete_and_in_order() -> None:
    """The 44 inputs, numbered, of every class that has inputs; and no file that no card names."""
    assert [exhibit.number for exhibit in exhibits()] == list(range(1, len(exhibits()) + 1))
    assert len(exhibits()) >= 44
    assert {exhibit.kind for exhibit in exhibits()} == set(CLASSES)
    assert find_exhibit(PREFIX + exhibits()[0].name) is exhibits()[0]
    named = {f"{exhibit.name}.yaml" for exhibit in exhibits()} | {exhibit.file for exhibit in exhibits()}
    assert {path.name for path in place().iterdir()} - named == set()
