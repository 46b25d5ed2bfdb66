"""When a strategy compacts, and what it would choose."""

from compaction_core.session import Session
from compaction_core.strategies import Plan, context_of, strategies
from compaction_core.strategies.planner import plan_context
from compaction_core.watching import Growing, Watch, growing, watch
from ui.cached.counts import measured
from ui.cached.keeping import private


@private(max_entries=64)
def grown(_session: Session, digest: str, strategy: str, settings: str, overhead: int | None, counter: str) -> Growing:
    """The context as the strategy counts it, in any window; ``settings`` is the parameters' JSON."""
    chosen = strategies.get(strategy)
    own = measured(_session, digest, counter)
    return growing(_session, chosen, own, chosen.parameters.model_validate_json(settings), overhead)


@private(max_entries=64)
def watched(
    _session: Session, digest: str, strategy: str, window: int | None, settings: str, overhead: int | None, counter: str
) -> Watch:
    """The session against the strategy's trigger; ``settings`` is the parameters' JSON."""
    chosen = strategies.get(strategy)
    own = measured(_session, digest, counter)
    seen = grown(_session, digest, strategy, settings, overhead, counter)
    return watch(_session, chosen, own, window, chosen.parameters.model_validate_json(settings), overhead, seen)


@private(max_entries=64)
def planned(
    _session: Session, digest: str, strategy: str, window: int | None, settings: str, at: int, counter: str,
    protect: tuple[int, ...] = (), overhead: int | None = None,
) -> Plan:  # fmt: skip
    """The plan of the first ``at`` messages."""
    chosen = strategies.get(strategy)
    own = measured(_session, digest, counter)
    parameters = chosen.parameters.model_validate_json(settings)
    return plan_context(chosen, context_of(_session, own, window, parameters, at, overhead), protect)
