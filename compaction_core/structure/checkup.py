"""Everything at once: the list before, the list after, the summarizer's request, and the settings."""

from collections.abc import Iterable, Sequence
from typing import Literal

from compaction_core.compaction import Compaction
from compaction_core.findings import Finding
from compaction_core.session import Message, Record, Text
from compaction_core.structure.base import found, rules
from compaction_core.structure.lint.base import lint, lints
from compaction_core.structure.lint.case import Case
from compaction_core.structure.providers import Provider, provider
from compaction_core.structure.rows import Listed, Row, read
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.chat import chat_messages
from compaction_core.summarizers.turn_prefix import parts_of

Where = Literal["before", "after", "request", "settings"]
WHERE_WORDS: dict[Where, str] = {
    "before": "the list before",
    "after": "the list after",
    "request": "the summarizer's request",
    "settings": "the settings",
}


class Found(Record):
    """A finding and what it is about."""

    where: Where
    provider: str | None
    """The provider that judges; None for settings."""
    finding: Finding


def examine(case: Case, providers: Sequence[str], acknowledgement: str | None = None) -> tuple[Found, ...]:
    """Everything that rules and lints find; what the list had before compacting is told once, as ``before``.

    ``acknowledgement`` is an assistant message in the summarizer's request, where one is sent. Raises UnknownName for
    a provider.
    """
    before = _before(case)
    after, numbers = case.passes[-1], _numbers(case.passes)
    rows: dict[Where, list[Row]] = {
        "before": [read(message) for _, message in before],
        "after": [read(entry.message) for entry in after.view],
    }
    told: list[Found] = []
    for name in providers:
        chosen = provider(name)
        had = found(
            Listed(
                [message for _, message in before], chosen, numbers=[number for number, _ in before],
                compacted=case.context.start > 0, rows=rows["before"],
            )
        )  # fmt: skip
        known = {(finding.code, finding.messages) for finding in had}
        new = [
            f for f in found(_after(case, after, numbers, chosen, rows["after"])) if (f.code, f.messages) not in known
        ]
        asked = [finding for part in parts_of(after.request) for finding in _asked(part, chosen, acknowledgement)]
        parts: tuple[tuple[Where, Iterable[Finding]], ...] = (("before", had), ("after", new), ("request", asked))
        told += [Found(where=where, provider=name, finding=each) for where, findings in parts for each in findings]
    return (*told, *(Found(where="settings", provider=None, finding=finding) for finding in lint(case)))


def codes() -> dict[str, str]:
    """Every code that a check can give, with the label of its rule."""
    rows = [(code, rule.label) for rule in rules for code in rule.codes]
    return dict(rows + [(code, each.label) for each in lints for code in each.codes])


def _before(case: Case) -> list[tuple[int, Message]]:
    """What the model had at that moment: its prompts, and all since the last recorded compaction."""
    messages = case.session.messages
    return [(i, messages[i]) for i in range(case.at) if i >= case.context.start or messages[i].is_prompt]


def _after(
    case: Case, after: Compaction, numbers: Sequence[int | None], chosen: Provider, rows: Sequence[Row]
) -> Listed:
    thinks = any(part.kind == "reasoning" and part.signature for _, m in _before(case) for part in m.parts)
    acted = any(fate != "keep" for each in case.passes for fate in each.plan.fates)
    messages = [entry.message for entry in after.view]
    return Listed(messages, chosen, numbers=numbers, compacted=acted, thinking=thinks, rows=rows)


def _numbers(passes: Sequence[Compaction]) -> list[int | None]:
    """The number in the session of each message of the last view: a later pass numbers the list of the one before."""
    numbers: list[int | None] = []
    for nth, each in enumerate(passes):
        places = [None if entry.origin == "added" else entry.index for entry in each.view]
        numbers = places if nth == 0 else [None if place is None else numbers[place] for place in places]
    return numbers


def _asked(request: SummaryRequest, chosen: Provider, acknowledgement: str | None) -> tuple[Finding, ...]:
    if not request.indexes:
        return ()
    sent = [
        Message.model_validate({"role": row["role"], "parts": (Text(text=row["content"]),)})
        for row in chat_messages(request, acknowledgement)
    ]
    return found(Listed(sent, chosen, numbers=[None] * len(sent), sent=True))
