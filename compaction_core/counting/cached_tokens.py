"""Cached tokens under each provider's rule: part of the input, or beside it (users C5, C6; test input t28).

OpenAI's ``prompt_tokens`` and Gemini's ``promptTokenCount`` include what was read from cache; Anthropic's
``input_tokens`` excludes it, and the cache is told beside it. Whoever reads one by the rule of the other counts cached
tokens twice, or leaves them out. A loaded ``Usage`` keeps them apart, as the importer read the file.
"""

from compaction_core.session import Record, Session, Usage
from compaction_core.tokens import Measured

FAR = 1.5
"""Factor from which a reading is called wrong."""
FEWEST = 3
"""Calls that must agree before a reading is judged: hidden prompts and tools make a single one look odd."""
SMALLEST = 2_000
"""Tokens that a list must have to judge by it: two small numbers are soon equal by chance."""


class Call(Record):
    """What one call reported, read in each way."""

    message: int
    usage: Usage
    counted: int
    """Tokens of the list the model had, by our counter: prompts, tool schemas and all since the last compaction."""

    @property
    def cache(self) -> int:
        """Tokens read from and written to cache."""
        return self.usage.cache_read + self.usage.cache_write

    @property
    def once(self) -> int:
        """The request as it was loaded: fresh input and cache."""
        return self.usage.context

    @property
    def twice(self) -> int:
        """The request if a client adds the cache to an input that has it already."""
        return self.usage.context + self.cache

    @property
    def left_out(self) -> int:
        """The request if a client takes fresh input for all."""
        return self.usage.input


class CachedTokens(Record):
    """All calls that reported something."""

    counter: str
    calls: tuple[Call, ...]

    @property
    def caching(self) -> tuple[Call, ...]:
        """Calls with cached tokens."""
        return tuple(call for call in self.calls if call.cache)

    @property
    def largest(self) -> Call | None:
        """The call with most cached tokens; None where none has any."""
        return max(self.caching, key=lambda call: (call.cache, call.message), default=None)

    @property
    def doubled(self) -> tuple[Call, ...]:
        """Calls whose input already holds the cache, if the file as a whole says so; else none.

        In every call the cache is no larger than the input, and in the middle of them the input alone is about what
        the list counts while input and cache together are far above it.
        """
        calls = [call for call in self.caching if call.counted >= SMALLEST]
        if len(calls) < FEWEST or any(call.usage.cache_read > call.usage.input for call in self.caching):
            return ()
        alone = _middle([call.usage.input / call.counted for call in calls])
        both = _middle([call.once / call.counted for call in calls])
        return tuple(calls) if 1 / FAR < alone < FAR <= both else ()

    @property
    def missing(self) -> tuple[Call, ...]:
        """Calls that report far less than the list they were sent has, if most of the file does; else none."""
        calls = [call for call in self.calls if call.counted >= SMALLEST and call.once]
        if len(calls) < FEWEST or _middle([call.once / call.counted for call in calls]) > 0.5:
            return ()
        return tuple(call for call in calls if call.once < call.counted / FAR)


def cached_tokens(session: Session, measured: Measured) -> CachedTokens:
    """Every reported call beside our own count of its list."""
    prompts = 0
    calls: list[Call] = []
    for start, end in session.stretches:
        # prompts from before the last compaction, and what it kept, stay in front of the list
        first = measured.tools + prompts + sum(measured.counts[i] for i in session.kept_before.get(start, ()))
        for index in range(start, end):
            message = session.messages[index]
            if message.role == "assistant" and message.usage is not None and message.usage.context:
                # not validated: thousands of them are made of what is made here
                counted = first + measured.between(start, index)
                calls.append(Call.model_construct(message=index, usage=message.usage, counted=counted))
            if message.is_prompt:
                prompts += measured.counts[index]
    return CachedTokens.model_construct(counter=measured.counter, calls=tuple(calls))


def _middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]
