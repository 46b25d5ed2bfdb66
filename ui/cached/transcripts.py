"""The transcripts themselves: what there is, how well it was read, masked, and as a table."""

from typing import Any

import pandas as pd

from compaction_core.discovery import Found, found
from compaction_core.finding import preview
from compaction_core.redaction import Kind, Masking
from compaction_core.report.integrity import Fact, facts
from compaction_core.session import Session
from compaction_core.strategies import Plan
from compaction_core.tokens import Measured
from ui.cached.keeping import private


@private(max_entries=1, spinner="Looking for transcripts", outlasts_growth=True)
def listed() -> tuple[Found, ...]:
    """The transcripts on this computer, as they are when the dialog opens; asked for only while the app is local."""
    return found()


@private(max_entries=8)
def integrity(_session: Session, digest: str, report: int) -> tuple[Fact, ...]:
    """What was found in a transcript; ``report`` tells apart files of equal messages."""
    return facts(_session)


@private(max_entries=4, spinner="Masking")
def masked(_session: Session, digest: str, masking: str) -> tuple[Session, dict[Kind, int]]:
    """The session masked, and how many values of each kind; ``masking`` is its JSON."""
    return Masking.model_validate_json(masking).applied(_session)


@private(max_entries=8)
def table(
    _session: Session, digest: str, _measured: Measured, counter: str, _plan: Plan, plan_key: str
) -> pd.DataFrame:
    """The messages as short columns."""
    fixed = _fixed_columns(_session, digest)
    fates = ["not in context"] * len(_session.messages)
    fates[_plan.start : _plan.end] = _plan.fates
    for number in _plan.retained:
        fates[number] = _plan.fate(number)
    columns = {"#": fixed["#"], "role": fixed["role"], "tokens": _measured.counts, "fate": fates}
    return pd.DataFrame({**columns, "preview": fixed["preview"]})


@private(max_entries=8)
def _fixed_columns(_session: Session, digest: str) -> dict[str, Any]:
    """What a message shows in a table whatever the plan; never its whole text (a browser gets all of a table)."""
    return {
        "#": pd.Series(range(len(_session.messages))),
        "role": pd.Series([m.role for m in _session.messages]),
        "preview": pd.Series([preview(m) for m in _session.messages]),
    }
