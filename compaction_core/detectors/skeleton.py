"""A summary of headings with nothing under them."""

import re

from compaction_core.detectors.base import Checked, detectors
from compaction_core.detectors.prose import is_heading, lines
from compaction_core.detectors.sources import tokens
from compaction_core.extraction.language import phrase_tables
from compaction_core.findings import Finding, Span

_NOTHING = re.compile(
    r"(?:none|nothing|n/?a|not applicable|no(?:ne)? (?:\w+ ){0,4}(?:yet|so far|recorded|available|found|provided)|tbd"
    r"|todo|unknown|empty|no (?:prior |previous )?(?:history|messages|content|information)"
    r"|to be (?:filled|determined)|keine?|nichts|aucune?|rien|ninguno|ninguna|nada|nessuno|nenhum"
    r"|无|暂无|没有|無|なし|特になし|없음)",
    re.IGNORECASE,
)
_BLANK = re.compile(r"\[[^\]]{0,120}\]|<[^>]{0,120}>|\{[^}]{0,120}\}|\.{3}|…")


class Skeleton:
    """Half of one system's compactions once stored a template that was never filled (users: openclaw 120663)."""

    name = "skeleton"
    label = "Headings without content"
    rejects = True
    codes = ("skeleton",)

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """One error if there are headings and no section says anything."""
        headings: list[Span] = []
        for line in lines(checked.text):
            if is_heading(line.text):
                headings.append(Span(start=line.start, stop=line.stop))
            elif _says_something(line.text):
                return ()
        if not headings:
            return ()
        many, each = ("1 heading", "it") if len(headings) == 1 else (f"{len(headings)} headings", "any of them")
        return (
            Finding(
                code="skeleton",
                severity="error",
                text=f"The summary has {many} and nothing under {each}.",
                advice="Check that the request held the messages, then ask again.",
                spans=tuple(headings),
            ),
        )


def _says_something(line: str) -> bool:
    """Whether words are left once placeholders and words for nothing are taken away."""
    said = _BLANK.sub(" ", line).strip(" \t-*+•·:.。、_()|#>")
    if not said or said in {table["none"].strip(".。") for table in phrase_tables().values()}:
        return False
    return bool(tokens(said)) and not _NOTHING.fullmatch(said)


detectors.add(Skeleton())
