"""Which conversation a sub-agent or a summarizer of a trace worked for."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from compaction_core.importers.shared.traces.chain import Chain


class Owners:
    """Finds the owner of a conversation among all of a file, without asking each of the others."""

    def __init__(self, chains: Sequence[Chain]) -> None:
        self._places = {id(chain): place for place, chain in enumerate(chains)}
        self._within: dict[str, list[Chain]] = {}
        self._below: dict[tuple[str, str], list[Chain]] = {}
        for chain in sorted(chains, key=_depth):
            if chain.summarizes is not None or chain.calls[0].inside_tool:
                continue
            group = chain.calls[0].group
            self._within.setdefault(group, []).append(chain)
            for parent in {call.parents[0] for call in chain.calls if call.parents}:
                self._below.setdefault((group, parent), []).append(chain)

    def of(self, chain: Chain) -> Chain | None:
        """The longest conversation above it, None for one that stands on its own."""
        if chain.summarizes is not None:
            return chain.summarizes if chain.summarizes.summarizes is None else None
        first, depth = chain.calls[0], _depth(chain)
        near: Iterable[list[Chain]] = (self._below.get((first.group, parent), []) for parent in set(first.parents))
        if first.inside_tool:
            near = [self._within.get(first.group, [])]
        above = (other for listed in near for other in takewhile(lambda one: _depth(one) < depth, listed))
        return max(above, key=lambda one: (len(one.messages), -self._places[id(one)]), default=None)


def _depth(chain: Chain) -> int:
    return len(chain.calls[0].parents)
