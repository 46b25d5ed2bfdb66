"""opencode, four generations of its compaction, its second core, and its pruning of tool outputs.

Source: the JavaScript inside the npm binaries 1.0.0 to 1.18.34; ``generations`` says what changed when. Read in order:
``generations`` · ``limits`` and ``trigger`` (when) · ``entries`` and ``wire`` (what is counted) · ``tail`` (what stays)
· ``search`` (the steps) · ``rendering`` (what the summarizer reads) · ``after`` (what is said beside the summary).
``pruning`` is a mechanism of its own, ``second_core`` another runner.
"""

from compaction_core.strategies.opencode.prune_strategy import OpencodePrune
from compaction_core.strategies.opencode.second_strategy import OpencodeSecondCore
from compaction_core.strategies.opencode.strategy import Opencode

__all__ = ["Opencode", "OpencodePrune", "OpencodeSecondCore"]
