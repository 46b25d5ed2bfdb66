"""All caching. Everything computed from a transcript is cached for its visitor only, keyed by digest, bounded."""

from ui.cached.checks import checked, examined, refused
from ui.cached.compactions import (
    beside,
    compacted,
    followed,
    given,
    listed_after,
    read_before,
    requested,
    summarized,
)
from ui.cached.counting import (
    cache_read,
    differences_picture,
    diverged,
    estimate_errors,
    kinds,
    made_of,
    turn_growth,
)
from ui.cached.counts import counted, measured, reported, thread_tokens
from ui.cached.keeping import forget, outgrow
from ui.cached.plans import grown, planned, watched
from ui.cached.shared import sample, visited, visited_masked
from ui.cached.transcripts import integrity, listed, masked, table

__all__ = [
    "beside",
    "cache_read",
    "checked",
    "compacted",
    "counted",
    "differences_picture",
    "diverged",
    "estimate_errors",
    "examined",
    "followed",
    "forget",
    "given",
    "grown",
    "integrity",
    "kinds",
    "listed",
    "listed_after",
    "made_of",
    "masked",
    "measured",
    "outgrow",
    "planned",
    "read_before",
    "refused",
    "reported",
    "requested",
    "sample",
    "summarized",
    "table",
    "thread_tokens",
    "turn_growth",
    "visited",
    "visited_masked",
    "watched",
]
