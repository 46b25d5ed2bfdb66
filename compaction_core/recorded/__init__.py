"""What really happened: the compactions and clears a file records, and what a strategy would have done instead.

    other = beside(session, 0, "letta-code", context_window=128_000)
    print(told(other))

Both sides are about the same list: what the model had right before the recorded moment.
"""

from compaction_core.recorded.comparing import Beside, Written, beside, named, put_beside
from compaction_core.recorded.events import GONE, Happened, happened, unplaced
from compaction_core.recorded.telling import record_told, told

__all__ = [
    "GONE",
    "Beside",
    "Happened",
    "Written",
    "beside",
    "happened",
    "named",
    "put_beside",
    "record_told",
    "told",
    "unplaced",
]
