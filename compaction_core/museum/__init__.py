"""The bug museum: failures as small sessions, each with its finding and the one change that mends it."""

from compaction_core.museum.card import (
    CLASSES,
    PREFIX,
    Exhibit,
    Setting,
    changed,
    exhibits,
    find_exhibit,
    mended,
    open_exhibit,
)
from compaction_core.museum.tour import Visit, shows, visit

__all__ = [
    "CLASSES",
    "PREFIX",
    "Exhibit",
    "Setting",
    "Visit",
    "changed",
    "exhibits",
    "find_exhibit",
    "mended",
    "open_exhibit",
    "shows",
    "visit",
]
