"""Several compactions, one after the other, in a table; on the checks page and in the museum."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from compaction_core.compaction import Compaction
from compaction_core.words import count


def several(passes: Sequence[Compaction]) -> None:
    """Nothing where there is only one."""
    if len(passes) < 2:
        return
    st.caption(f"The picture is of the first of {count(len(passes), 'compaction')}, one after the other:")
    rows = pd.DataFrame([_row(nth, each) for nth, each in enumerate(passes, 1)])
    st.dataframe(
        rows, hide_index=True,
        column_config={name: st.column_config.NumberColumn(format="localized") for name in rows.columns},
    )  # fmt: skip


def _row(nth: int, done: Compaction) -> dict[str, int]:
    return {
        "pass": nth,
        "messages before": len(done.plan.fates),
        "after": len(done.view),
        "tokens before": done.ledger.context_before,
        "tokens after": done.ledger.context_after,
        "characters of the summary": len(done.summary.text),
    }
