"""One transcript, and what follows from its messages alone."""

import hashlib
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any, Self

from pydantic import TypeAdapter

from compaction_core.session.found import Integrity, RecordedCompaction, Thread
from compaction_core.session.message import Message
from compaction_core.session.record import Record

_MESSAGE = TypeAdapter(Message)


class Session(Record):
    """One transcript, as loaded. Everything that later happens to it is another record."""

    format: str
    title: str = ""
    version: str | None = None
    model: str | None = None
    context_window: int | None = None
    tools: str | None = None
    """The tool schemas as one JSON string, where the file has them."""
    messages: tuple[Message, ...]
    compactions: tuple[RecordedCompaction, ...] = ()
    threads: tuple[Thread, ...] = ()
    integrity: Integrity = Integrity()

    def model_post_init(self, _: Any, /) -> None:
        """Share the set of field names that pydantic makes for each: a file may hold thousands of short sessions."""
        object.__setattr__(self, "__pydantic_fields_set__", _FIELDS)

    def __copy__(self) -> Self:
        made = super().__copy__()
        made.model_post_init(None)
        return made

    @cached_property
    def digest(self) -> str:
        """16 hex digits of messages, tools and recorded compactions: tells files apart, proves nothing."""
        digest = hashlib.blake2b(digest_size=8)
        for message in self.messages:
            digest.update(_MESSAGE.dump_json(message, exclude={"line"}))
        digest.update(repr((self.tools, self.compactions)).encode())
        return digest.hexdigest()

    @cached_property
    def prompts(self) -> tuple[int, ...]:
        """Indexes of the system and developer prompts."""
        return tuple(i for i, message in enumerate(self.messages) if message.is_prompt)

    @cached_property
    def reports(self) -> bool:
        """Whether it holds a provider's report of tokens."""
        return any(message.usage is not None and message.usage.total for message in self.messages)

    @cached_property
    def stretches(self) -> tuple[tuple[int, int], ...]:
        """The ranges between recorded compactions: each is one growing context."""
        return tuple(pairwise(sorted({len(self.messages), *self._starts})))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """Where contexts start, ascending: 0, and behind every recorded compaction."""
        return tuple(sorted({0, *(c.index for c in self.compactions if c.kind == "compact")}))

    @cached_property
    def kept_before(self) -> dict[int, tuple[int, ...]]:
        """For every recorded compaction, by its index: the messages before it that stayed word for word, ascending.

        System prompts, which always stay, are left out.
        """
        return {
            c.index: tuple(sorted({i for i in c.kept if 0 <= i < c.index and not self.messages[i].is_prompt}))
            for c in self.compactions
            if c.kind == "compact"
        }

    def last_compaction(self, at: int) -> int:
        """Index of the last recorded compaction before message ``at``: the summary, where there is one; or 0."""
        return self._starts[max(0, bisect_left(self._starts, at) - 1)]

    def retained(self, at: int) -> tuple[int, ...]:
        """Messages from before that compaction that the model still had, word for word, when the list held ``at``."""
        return self.kept_before.get(self.last_compaction(at), ())

    def context_start(self, at: int) -> int:
        """Index of the first message the model still had, without a gap, when the list held ``at`` messages.

        That is the summary of the last recorded compaction before ``at``, or the first of the messages right before
        it that stayed; or 0. What stayed from further back is in ``retained``.
        """
        place = start = self.last_compaction(at)
        stayed = set(self.retained(at))
        while place > 0 and (place - 1 in stayed or self.messages[place - 1].is_prompt):
            place -= 1
            start = place if place in stayed else start
        return start

    @cached_property
    def result_of(self) -> dict[tuple[int, str], int]:
        """(index of the calling message, call id) → index of its result. Ids may come back later in a session."""
        return {pair[0]: pair[1] for pair in self._pairs() if pair[0] is not None}

    @cached_property
    def orphans(self) -> tuple[int, ...]:
        """Indexes of tool results whose call stands nowhere before them."""
        return tuple(index for call, index in self._pairs() if call is None)

    @cached_property
    def unanswered(self) -> tuple[tuple[int, str], ...]:
        """(message index, call id) of every call without a result."""
        calls = ((i, call.id) for i, message in enumerate(self.messages) for call in message.calls)
        return tuple(key for key in calls if key not in self.result_of)

    def _pairs(self) -> Iterator[tuple[tuple[int, str] | None, int]]:
        """Each result with the latest earlier call of its id."""
        latest: dict[str, int] = {}
        for index, message in enumerate(self.messages):
            latest.update((call.id, index) for call in message.calls)
            result = message.result
            if result is not None:
                caller = latest.get(result.call_id)
                yield (None if caller is None else (caller, result.call_id)), index


_FIELDS = set(Session.model_fields)
