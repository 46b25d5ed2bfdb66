"""Model calls of one trace file, in the order they were made, as conversations."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from compaction_core.importers.shared.traces.chain import Call, Chain
from compaction_core.importers.shared.traces.chain_keys import key_of, shared
from compaction_core.session import Message

_OPEN = 64
"""So many conversations may go on at a time."""
_COMPARED = 16
_ANSWERS = 32
_HEAD = 200


@dataclass
class Chains:
    """Takes calls in order; each goes on a conversation that is open, or starts one."""

    all: list[Chain] = field(default_factory=list)
    _open: deque[Chain] = field(default_factory=lambda: deque(maxlen=_OPEN))
    _of_call: dict[str, tuple[Chain, int]] = field(default_factory=dict)
    _answers: dict[str, deque[tuple[str, Chain]]] = field(default_factory=dict)

    def take(self, calls: Iterable[Call]) -> "Chains":
        """Read the calls; hand back the reader."""
        for call in calls:
            if not call.prompt and not call.answer:
                continue
            chain = self._followed(call) or self._without_prompt(call) or self._compared(call)
            if chain is None:
                chain = Chain()
                self.all.append(chain)
                chain.append(call, call.prompt)
            self._remember(chain, call)
            call.prompt, call.answer = [], []  # each repeats the whole history
        return self

    def _remember(self, chain: Chain, call: Call) -> None:
        if chain in self._open:
            self._open.remove(chain)
        self._open.append(chain)
        if call.id:
            self._of_call[call.id] = (chain, len(chain.messages))
        answers = self._answers.setdefault(call.group, deque(maxlen=_ANSWERS))
        answers.extend((text, chain) for message in call.answer if (text := message.text.strip()))

    def _followed(self, call: Call) -> Chain | None:
        """The conversation that the call names; one that left its end goes back to where it left."""
        found = self._of_call.get(call.follows or "")
        if found is None:
            return None
        chain, end = found
        chain.rewind(end)
        chain.append(call, call.prompt)
        return chain

    def _without_prompt(self, call: Call) -> Chain | None:
        """The latest conversation under the same span, for a call whose prompt was not recorded."""
        if call.prompt or not call.parents:
            return None
        near = (c for c in reversed(self._open) if c.calls and c.calls[-1].parents[:1] == call.parents[:1])
        chain = next(near, None)
        if chain is not None:
            chain.append(call, ())
        return chain

    def _compared(self, call: Call) -> Chain | None:
        prompts = next((at for at, message in enumerate(call.prompt) if not message.is_prompt), len(call.prompt))
        keys = [key_of(message) for message in call.prompt[prompts:]]
        if not keys:
            return None
        chain = self._grown(call, keys)
        if chain is not None:
            chain.go_on(call, keys, prompts)
            return chain
        answers = self._answers.get(call.group, ())
        for chain in self._near(call, call.prompt[:prompts]):
            if chain.clear(call, keys, prompts):
                return chain
            texts = [text for text, other in answers if other is not chain]
            if chain.compact(call, keys, prompts, texts):
                self._mark_summarizer(chain, call.group)
                return chain
        return None

    def _grown(self, call: Call, keys: list[int]) -> Chain | None:
        """The conversation whose last prompt stands whole at the start of this one: the longest."""
        best, longest = None, 0
        for chain in reversed(self._open):
            common = shared(chain.keys, keys)
            known = call.group == chain.calls[-1].group or common > chain.sent  # or it even holds the answer
            if common >= max(1, chain.sent) and common > longest and known:
                best, longest = chain, common
        return best

    def _near(self, call: Call, system: list[Message]) -> Iterator[Chain]:
        """The latest conversations of the same trace or session, with the same beginning of a system prompt."""
        head = [message.text[:_HEAD] for message in system]
        same = (chain for chain in reversed(self._open) if chain.calls[-1].group == call.group)
        for _, chain in zip(range(_COMPARED), same, strict=False):
            own = [message.text[:_HEAD] for message in chain.messages[: len(chain.system)]]
            if own == head:
                yield chain

    def _mark_summarizer(self, chain: Chain, group: str) -> None:
        """A conversation whose only answer became the summary of another is part of that one."""
        summary = chain.messages[chain.compactions[-1].index].summary
        for text, other in self._answers.get(group, ()):
            if other is not chain and len(other.calls) == 1 and text == summary:
                other.summarizes = chain
