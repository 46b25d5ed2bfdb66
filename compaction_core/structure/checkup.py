"""Everything at once: the list before, the list after, the summarizer's request, and the settings."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal, cast

from compaction_core.compaction import Compaction
from compaction_core.detectors import Detector, detectors
from compaction_core.findings import Finding
from compaction_core.session import Message, Record, Role, Text
from compaction_core.structure.base import OWN_BLOCKS, Rule, found, rules
from compaction_core.structure.life import CODES, life, numbers, view_numbers
from compaction_core.structure.lint.base import Lint, lint, lints
from compaction_core.structure.lint.case import Case
from compaction_core.structure.providers import Provider, provider, provider_of
from compaction_core.structure.rows import Listed, Row, read
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.chat import chat_messages
from compaction_core.summarizers.turn_prefix import parts_of

ALIKE = 3
"""Notes of one kind about one list that are told each by itself."""
Where = Literal["before", "after", "request", "summary", "passes", "settings"]
WHERE_WORDS: dict[Where, str] = {
    "before": "the list before",
    "after": "the list after",
    "request": "the summarizer's request",
    "summary": "the summary",
    "passes": "what went",
    "settings": "the settings",
}


class Found(Record):
    """A finding and what it is about."""

    where: Where
    provider: str | None
    """The provider that judges; None where all are the same."""
    finding: Finding


def examine(case: Case, providers: Sequence[str], acknowledgement: str | None = None) -> tuple[Found, ...]:
    """Everything that rules and lints find; what the list had before compacting is told once, as ``before``.

    ``acknowledgement`` is an assistant message in the summarizer's request, where one is sent. Raises UnknownName for
    a provider.
    """
    lists = _Lists(case)
    told: list[Found] = []
    for name in providers:
        chosen = provider(name)
        had = lists.had(chosen)
        new = lists.new(chosen, had)
        parts_asked = parts_of(case.passes[-1].request)
        asked = [finding for part in parts_asked for finding in _asked(part, chosen, acknowledgement)]
        if not case.real:
            new, asked = [_thought(each) for each in new], [_thought(each) for each in asked]
        parts: tuple[tuple[Where, Iterable[Finding]], ...] = (("before", had), ("after", new), ("request", asked))
        told += [
            Found(where=where, provider=name, finding=each) for where, findings in parts for each in _gathered(findings)
        ]
    told += [Found(where="passes", provider=None, finding=each) for each in _lived(case)]
    return (*told, *(Found(where="settings", provider=None, finding=finding) for finding in lint(case)))


def refusals(case: Case, name: str) -> tuple[Finding, ...]:
    """Why a provider would refuse the list after, where it took the list before; raises UnknownName for a provider."""
    lists, chosen = _Lists(case), provider(name)
    if not any(finding.severity == "error" for finding in lists.new(chosen, ())):
        return ()  # so that the list before need not be read
    return tuple(finding for finding in lists.new(chosen, lists.had(chosen)) if finding.severity == "error")


class _Lists:
    """The lists before and after of a case, each read once for every provider."""

    def __init__(self, case: Case) -> None:
        self.case, self.before = case, _before(case)
        self.own = provider_of(case.session).name

    @cached_property
    def rows_before(self) -> list[Row]:
        return [read(message) for _, message in self.before]

    @cached_property
    def rows_after(self) -> list[Row]:
        return [read(entry.message) for entry in self.case.passes[-1].view]

    def had(self, chosen: Provider) -> tuple[Finding, ...]:
        """What is found in the list before."""
        own = chosen.name == self.own
        return found(
            Listed(
                [message for _, message in self.before], chosen, numbers=[number for number, _ in self.before],
                compacted=_hidden(self.case), rows=self.rows_before, history=True, own=own, own_block=own,
                unshown=self.case.session.integrity.leaves_out_results,
            )
        )  # fmt: skip

    def new(self, chosen: Provider, had: Iterable[Finding]) -> list[Finding]:
        """What is found in the list after and was not in the one before; nothing where they are the same list."""
        passes = self.case.passes
        if all(fate == "keep" for each in passes for fate in each.plan.fates):
            return []
        known = {(finding.code, finding.messages) for finding in had}
        last = view_numbers(passes[-1], numbers(passes)[-1])
        made = found(_after(self.case, passes[-1], last, chosen, self.rows_after))
        return [finding for finding in made if (finding.code, finding.messages) not in known]


def _gathered(findings: Iterable[Finding]) -> list[Finding]:
    """More than ALIKE notes or warnings of one kind are told as one, in the place of the first; errors each."""
    alike: dict[tuple[str, str, str], list[Finding]] = {}
    for place, each in enumerate(findings):
        own = str(place) if each.severity == "error" else ""
        alike.setdefault((each.code, each.severity + own, each.advice), []).append(each)
    told: list[Finding] = []
    for group in alike.values():
        told += group if len(group) <= ALIKE else [_one_of(group)]
    return told


def _one_of(group: Sequence[Finding]) -> Finding:
    first = group[0]
    return Finding(
        code=first.code,
        severity=first.severity,
        text=f"{first.text} The same holds in {len(group) - 1:,} more places: {len(group):,} in all.",
        advice=first.advice,
        messages=tuple(sorted({number for each in group for number in each.messages})),
    )


def blocking(found: Sequence[Found], wanted: Collection[str]) -> set[int]:
    """The places in ``found`` of what blocks; ``wanted`` are codes and severities."""
    names = set(wanted)
    return {place for place, each in enumerate(found) if {each.finding.code, each.finding.severity} & names}


def codes() -> dict[str, str]:
    """Every code that a check can give, with the label of its rule."""
    families: tuple[Iterable[Rule | Detector | Lint], ...] = (rules, detectors, lints)
    return {code: each.label for family in families for each in family for code in each.codes} | CODES


def _thought(finding: Finding) -> Finding:
    """What holds only if someone compacts by hand: the trigger does not fire here."""
    return Finding(
        code=finding.code,
        severity="warning" if finding.severity == "error" else "note",
        text=f"If it is compacted here by hand, for the trigger does not fire: {finding.text}",
        advice=finding.advice,
        messages=finding.messages,
        spans=finding.spans,
    )


def _lived(case: Case) -> Iterator[Finding]:
    """Several passes at once are judged together; of a single one, only what went into no summary it made."""
    for finding in life(case.passes):
        if len(case.passes) > 1 or (finding.code == "in-no-summary" and finding.severity == "error"):
            yield finding


def _before(case: Case) -> list[tuple[int, Message]]:
    """What the model had at that moment: its prompts, all since the last recorded compaction, and what that kept."""
    messages, start = case.session.messages, case.session.last_compaction(case.at)
    kept = set(case.session.retained(case.at))
    return [(i, messages[i]) for i in range(case.at) if i >= start or i in kept or messages[i].is_prompt]


def _hidden(case: Case) -> bool:
    return any(each.kind == "compact" and each.index < case.at for each in case.session.compactions)


def _after(case: Case, after: Compaction, last: Sequence[int | None], chosen: Provider, rows: Sequence[Row]) -> Listed:
    thinks = any(part.kind == "reasoning" and part.signature for _, m in _before(case) for part in m.parts)
    acted = any(fate != "keep" for each in case.passes for fate in each.plan.fates)
    messages = [entry.message for entry in after.view]
    return Listed(
        messages, chosen, numbers=last, compacted=acted, thinking=thinks, rows=rows,
        own_block=after.plan.strategy in OWN_BLOCKS, unshown=case.session.integrity.leaves_out_results,
    )  # fmt: skip


def _asked(request: SummaryRequest, chosen: Provider, acknowledgement: str | None) -> tuple[Finding, ...]:
    if not request.indexes:
        return ()
    sent = [
        Message(role=cast(Role, row["role"]), parts=(Text(text=row["content"]),))
        for row in chat_messages(request, acknowledgement)
    ]
    return found(Listed(sent, chosen, numbers=[None] * len(sent), sent=True))
