"""A call that still waits is taken away: its result will find nothing (users D10; test inputs t07, t16)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case


class Pending:
    """Decided by id: a call waits when no result up to this moment answers it.

    A last call that is dropped, and not summarized, is taken back by the system on purpose: its tool is not run.
    """

    name = "pending"
    label = "Open calls that go"
    codes = ("pending-call-evicted",)

    def check(self, case: Case) -> Iterator[Finding]:
        """One finding: an error where the session shows that the result comes later, else a warning."""
        if not case.real:
            return
        last = _last(case)
        gone = {*case.plan.indexes("summarize"), *(i for i in case.plan.indexes("drop") if i != last)}
        messages = case.session.messages
        waiting = {
            (number, call.id)
            for number in gone
            if messages[number].role == "assistant"
            for call in messages[number].calls
        }
        if not waiting:
            return
        result_of = case.session.result_of
        come = {key: result_of[key] for key in waiting if result_of.get(key, 0) >= case.at}
        calls = sorted({number for number, _ in come} | ({last} & {n for n, c in waiting if (n, c) not in result_of}))
        if not calls:
            return
        named = ", ".join(f"#{number}" for number in calls[:6])
        after = f" {', '.join(f'#{number}' for number in sorted(come.values())[:6])}" if come else ""
        yield Finding(
            code="pending-call-evicted",
            severity="error" if come else "warning",
            text=f"{named} still {'waits' if len(calls) == 1 else 'wait'} for an answer and "
            f"{'goes' if len(calls) == 1 else 'go'} in this plan: the result{after} will come without its call, and "
            "every provider refuses it.",
            advice="Compact after the result has come, or keep the message with the open call.",
            messages=tuple(calls),
        )


def _last(case: Case) -> int:
    """The last message that is no result and no prompt: only there may a call still be answered at once."""
    messages = case.session.messages
    rows = (i for i in reversed(case.context.rows) if messages[i].role != "tool")
    return next(rows, -1)


lints.add(Pending())
