"""How far counters differ, and what it matters."""

import plotly.graph_objects as go

from compaction_core import counting, looks
from compaction_core.counting.deciding import errors
from compaction_core.figures.counter_differences import counter_differences
from compaction_core.session import Session
from compaction_core.strategies import strategies
from compaction_core.tokens import counters
from ui.cached.counts import measured
from ui.cached.keeping import private


@private(max_entries=64)
def estimate_errors(
    _session: Session, digest: str, strategy: str, settings: str, estimator: str, counter: str,
    threshold: int | None, goal: float | None,
) -> tuple[counting.Band | None, counting.Band | None]:  # fmt: skip
    """How far the estimate that decides trigger and goal lies from the count on screen."""
    chosen = strategies.get(strategy)
    own, shown = measured(_session, digest, estimator), measured(_session, digest, counter)
    return errors(_session, chosen, chosen.parameters.model_validate_json(settings), own, shown, threshold, goal)


@private(max_entries=8)
def turn_growth(_session: Session, digest: str, counter: str) -> float | None:
    """Tokens that a turn adds, the middle one of all."""
    return looks.turn_growth(_session, measured(_session, digest, counter))


@private(max_entries=4)
def made_of(_session: Session, digest: str) -> counting.Makeup:
    """Characters by script, and runs of base64."""
    return counting.makeup(_session)


@private(max_entries=8)
def diverged(_session: Session, digest: str, names: tuple[str, ...], against: str) -> counting.Divergence:
    """A session by several counters."""
    return counting.compared(measured(_session, digest, against), [measured(_session, digest, name) for name in names])


@private(max_entries=4)
def differences_picture(
    _session: Session, digest: str, counter: str, against: str, selected: int | None, dark: bool
) -> go.Figure:
    """Two counters message by message, a picture of the whole session."""
    own, real = measured(_session, digest, counter), measured(_session, digest, against)
    return counter_differences(own, real, selected=selected, dark=dark)


@private(max_entries=8)
def kinds(
    _session: Session, digest: str, names: tuple[str, ...]
) -> tuple[tuple[counting.Share, ...], tuple[counting.Weighed, ...], tuple[counting.Weighed, ...]]:
    """What several counters make of each script, of base64 and of images."""
    made, by = made_of(_session, digest), [counters.get(name) for name in names]
    counts = [measured(_session, digest, name) for name in names]
    return (
        counting.shares(made, counts),
        counting.runs_weighed(_session, made, by),
        counting.images(_session, by, made.pictured),
    )


@private(max_entries=8)
def cache_read(_session: Session, digest: str, counter: str) -> counting.CachedTokens:
    """What providers reported of cached tokens, beside our count of each list."""
    return counting.cached_tokens(_session, measured(_session, digest, counter))
