"""Plan + summary → Compaction: the list the model sees next, with the summary wrapped and put in its place."""

from compaction_core.compaction.making import assemble, compact, summary_request
from compaction_core.compaction.records import Compaction, Ledger, ViewMessage

__all__ = ["Compaction", "Ledger", "ViewMessage", "assemble", "compact", "summary_request"]
