"""What a lint is, and how all of them are run."""

from collections.abc import Iterator
from typing import Protocol

from compaction_core.findings import Finding
from compaction_core.registry import Registry
from compaction_core.structure.lint.case import Case
from compaction_core.structure.lint.precedence import spoken


class Lint(Protocol):
    """One check of settings. Deterministic and offline."""

    name: str
    label: str

    @property
    def codes(self) -> tuple[str, ...]:
        """Every code its findings can have."""
        ...

    def check(self, case: Case) -> Iterator[Finding]:
        """What will go wrong with these settings on this session."""
        ...


lints: Registry[Lint] = Registry("lint", "compaction_core.structure.lint")


def lint(case: Case) -> tuple[Finding, ...]:
    """Everything all lints find, in the order of their names; what another finding tells better is left out."""
    return spoken([finding for each in lints for finding in each.check(case)])
