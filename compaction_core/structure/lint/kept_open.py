"""A call that nothing will ever answer stays behind the cut (users D7; test input t15)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case


class KeptOpen:
    """The structure rules say that the list is broken as it is; here, that this plan does not mend it.

    Decided by id over the whole session. Calls of the last message that is no result may still be answered.
    """

    name = "kept-open"
    label = "Dead calls that stay"
    codes = ("unanswered-call-kept",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning, where something goes and such a call stays behind it."""
        plan, messages = case.plan, case.session.messages
        gone = plan.indexes("summarize", "drop")
        last = next((i for i in reversed(case.context.rows) if messages[i].role != "tool"), -1)
        if not gone or not case.real:
            return
        answered = case.session.result_of
        dead = tuple(
            number
            for number in case.context.rows
            if number != last
            and messages[number].role == "assistant"
            and "error" not in messages[number].flags
            and plan.fates[number - plan.start] not in ("summarize", "drop")
            and messages[number].calls
            and not any((number, call.id) in answered for call in messages[number].calls)
        )
        if not dead:
            return
        named = ", ".join(f"#{number}" for number in dead[:6])
        yield Finding(
            code="unanswered-call-kept",
            severity="warning",
            text=f"{named} {'call' if len(dead) > 1 else 'calls'} and nothing in the session answers; this plan keeps "
            f"{'them' if len(dead) > 1 else 'it'}, so every later request is refused.",
            advice=f"Cut behind #{dead[-1]}, take the call out, or add a result that says it was dropped.",
            messages=dead,
        )


lints.add(KeptOpen())
