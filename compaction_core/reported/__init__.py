"""The context that the provider reported for each call, against our count of the same list.

``records`` what comes of it · ``calls`` who is compared with what · ``fit`` what every request carries · ``judged``
what cannot be right.

>>> from compaction_core import load
>>> told(reported(load([{"role": "user", "content": "hi"}])))
'The file reports no tokens of any call.'
"""

from collections import Counter

from compaction_core.garbage import paused
from compaction_core.reported import judged
from compaction_core.reported.calls import calls_of, silent
from compaction_core.reported.fit import Fitted, fitted
from compaction_core.reported.records import FEWEST_CALLS, Call, Fit, Jump, Reported
from compaction_core.reported.words import told
from compaction_core.session import Session
from compaction_core.tokens import Measured, measure

__all__ = ["FEWEST_CALLS", "Call", "Fit", "Jump", "Reported", "reported", "told"]


def reported(session: Session, measured: Measured | None = None) -> Reported:
    """Compare every call that reports its usage with ``measured``, the session's count (o200k unless given)."""
    with paused():
        return _compared(session, measured or measure(session))


def _compared(session: Session, measured: Measured) -> Reported:
    calls, repeats = calls_of(session, measured)
    told_of = [place for place, call in enumerate(calls) if call.context]
    running = judged.is_cumulative([calls[place] for place in told_of])
    beyond = judged.implausible(calls, told_of) if not running else set()
    model, same = _most_used(calls, [place for place in told_of if place not in beyond])
    found: Fitted | str = "they are running totals" if running else fitted(calls, same, model)
    fit = None if isinstance(found, str) else found
    steps = () if fit is None else fit.steps
    jumps = tuple(judged.jump(session, measured, calls, step) for step in steps)
    expected = {} if fit is None else fit.expected
    return Reported.model_construct(  # made of what is made here: to validate thousands of calls takes longer
        counter=measured.counter,
        basis=measured.basis,
        calls=tuple(calls),
        found=sum(measured.columns.get("system", ())) + measured.tools,
        fit=None if fit is None else fit.fit,
        why=found if isinstance(found, str) else "",
        expected=tuple(expected.get(place) for place in range(len(calls))),
        jumps=jumps,
        findings=tuple(
            judged.findings(
                calls,
                repeats=repeats,
                silent=list(silent(session, calls)) if calls else [],
                running=running,
                beyond=sorted(beyond),
                others=sorted({*told_of} - {*same} - beyond),
                fit=fit,
                jumps=jumps,
            )
        ),
    )


def _most_used(calls: list[Call], places: list[int]) -> tuple[str | None, list[int]]:
    """The model of most calls, and the places of its calls."""
    if not places:
        return None, []
    model = Counter(calls[place].model for place in places).most_common(1)[0][0]
    return model, [place for place in places if calls[place].model == model]
