"""The same session by several counters: how far they part, where, and in what kind of text."""

from compaction_core.counting.band import Band, band
from compaction_core.counting.cached_tokens import CachedTokens, Call, cached_tokens
from compaction_core.counting.divergence import Counted, Difference, Divergence, compared, divergence
from compaction_core.counting.makeup import GROUPS, SCRIPTS, Group, Makeup, Script, makeup
from compaction_core.counting.weighing import Share, Weighed, images, runs_weighed, shares

__all__ = [
    "GROUPS",
    "SCRIPTS",
    "Band",
    "CachedTokens",
    "Call",
    "Counted",
    "Difference",
    "Divergence",
    "Group",
    "Makeup",
    "Script",
    "Share",
    "Weighed",
    "band",
    "cached_tokens",
    "compared",
    "divergence",
    "images",
    "makeup",
    "runs_weighed",
    "shares",
]
