"""What a rule is, and how all of them are run over a list of messages.

    check(compaction, "anthropic")

judges what the model sees next; a Session or any sequence of messages works too.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from compaction_core.compaction import Compaction
from compaction_core.findings import Finding
from compaction_core.registry import Registry
from compaction_core.session import Message, Session
from compaction_core.structure.providers import provider as named
from compaction_core.structure.providers import provider_of
from compaction_core.structure.rows import Listed, Row, read


class Rule(Protocol):
    """One rule. Deterministic, offline, and in time linear in the list."""

    name: str
    label: str

    @property
    def codes(self) -> tuple[str, ...]:
        """Every code its findings can have."""
        ...

    def check(self, listed: Listed) -> Iterator[Finding]:
        """What is wrong for this provider: an error where it rejects the list."""
        ...


rules: Registry[Rule] = Registry("structure rule", "compaction_core.structure")


OWN_BLOCKS = ("anthropic-api-compact",)
"""Strategies whose summary is no message but a block that the provider writes, and takes back as it is."""


def check(
    of: Compaction | Session | Sequence[Message], provider: str = "openai-chat", *, sent: bool = False
) -> tuple[Finding, ...]:
    """Everything the rules find, in the order of their names; messages carry the numbers of the session.

    Of a Compaction its view is judged; of a Session what the model had at its end, since the last recorded compaction.
    The list is a history that goes on (open calls may still be answered) unless it is ``sent`` as it stands.
    Raises UnknownName for a provider.
    """
    return found(listed(of, provider, sent=sent))


def found(seen: Listed) -> tuple[Finding, ...]:
    """Everything the rules find in a list that was read already."""
    return tuple(finding for rule in rules for finding in rule.check(seen))


def listed(
    of: Compaction | Session | Sequence[Message],
    provider: str,
    *,
    sent: bool = False,
    rows: Sequence[Row] | None = None,
) -> Listed:
    """The list as the rules read it; ``rows`` saves reading it again for another provider."""
    chosen = named(provider)
    if isinstance(of, Compaction):
        thinks = any(read(message).thoughts for message in of.request.messages)
        numbers = [None if entry.origin == "added" else entry.index for entry in of.view]
        acted = any(fate != "keep" for fate in of.plan.fates)
        messages = [entry.message for entry in of.view]
        return Listed(
            messages, chosen, numbers=numbers, sent=sent, compacted=acted, thinking=thinks, rows=rows,
            own_block=of.plan.strategy in OWN_BLOCKS,
        )  # fmt: skip
    if isinstance(of, Session):
        size = len(of.messages)
        start = of.last_compaction(size)
        stayed = {*of.retained(size), *of.prompts}
        shown = [i for i in range(size) if i >= start or i in stayed]
        own = provider_of(of).name == chosen.name
        return Listed(
            [of.messages[i] for i in shown], chosen, numbers=shown, sent=sent, compacted=_cut(of, size), rows=rows,
            history=True, own=own, own_block=own, unshown=of.integrity.leaves_out_results,
        )  # fmt: skip
    return Listed(list(of), chosen, sent=sent, rows=rows)


def _cut(session: Session, at: int) -> bool:
    """Whether a recorded compaction stands before the end: what came before it is gone."""
    return any(each.kind == "compact" and each.index < at for each in session.compactions)
