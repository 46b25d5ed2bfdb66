"""What no compaction takes away, against the line (users B1, B9; test input t24)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.session import Message
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case
from compaction_core.structure.lint.giant import giant
from compaction_core.summarizers.base import Summary
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message


class Floor:
    """System prompt, tools, wrapper, protected messages and the last group that cannot be cut."""

    name = "floor"
    label = "What must stay, against the line"
    codes = ("floor-over-line",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one error, with the parts of the floor."""
        line = case.line
        if line is None or line <= 0 or case.unit != "tokens" or case.empty > line:
            return
        parts = {
            "prompt and tools": min(case.prompts, case.empty),  # some triggers see the talk alone
            "the summary's wrapper": _wrapper(case),
            "protected messages": sum(case.measured.counts[i] for i in case.plan.protected),
        }
        last = last_group(case.context.messages, case.context.start)
        group = [i for i in last if i not in case.plan.protected and case.plan.fate(i) == "keep"]
        parts["the last group that cannot be cut"] = sum(case.measured.counts[i] for i in group)
        floor = sum(parts.values())
        alone = giant(case)
        if alone is not None and alone[0] in group and case.measured.counts[alone[0]] > line:
            return  # told by giant-message
        if floor > line:
            told = ", ".join(f"{name} {tokens:,}" for name, tokens in parts.items() if tokens)
            yield Finding(
                code="floor-over-line",
                severity="error",
                text=f"What must stay has {floor:,} tokens ({told}), above the line at {line:,}: no compaction gets "
                "below it.",
                advice="Clear or shorten the largest of them, protect less, or raise the line.",
                messages=tuple(sorted({*case.plan.protected, *group})),
            )


def last_group(messages: tuple[Message, ...], start: int) -> list[int]:
    """The last message, with the call and the other results if it is a result; numbers of the session."""
    end = len(messages)
    first = end - 1
    while first > 0 and messages[first].role == "tool":
        first -= 1
    return list(range(start + max(0, first), start + end))


def _wrapper(case: Case) -> int:
    if not case.passes[-1].request.indexes:
        return 0
    wrapper = case.strategy.wrapper(case.plan)
    empty = Summary(text="", summarizer="none", basis="none")
    message = case.strategy.message(wrapper, empty, case.plan, case.session, "manual")
    return count_message(message, counters.get(case.measured.counter))


lints.add(Floor())
