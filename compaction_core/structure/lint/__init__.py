"""Can it ever succeed: settings judged against a session before anything is sent, one check a file."""

from compaction_core.structure.lint.base import Lint, lint, lints
from compaction_core.structure.lint.case import Case

__all__ = ["Case", "Lint", "lint", "lints"]
