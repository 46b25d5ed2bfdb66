"""A strategy with its settings on a session: every number a lint needs, computed once and as the system counts."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from compaction_core.compaction import Compaction
from compaction_core.counting import CachedTokens, Makeup, cached_tokens, makeup
from compaction_core.passes import carry, following
from compaction_core.session import Message, Session, Text
from compaction_core.strategies.base import Parameters, Strategy
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import counted, overhead
from compaction_core.strategies.planner import context_of, plan_context
from compaction_core.strategies.plans import Plan
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.chat import chat_messages
from compaction_core.summarizers.turn_prefix import parts_of
from compaction_core.tokens import Measured, counters, measure
from compaction_core.tokens.measure import count_message
from compaction_core.turns import turns
from compaction_core.watching import Watch, watch


class Case:
    """One setting to judge. What is given is not computed again; nothing is sent anywhere."""

    def __init__(
        self,
        session: Session,
        strategy: Strategy,
        settings: Parameters,
        window: int | None,
        *,
        at: int | None = None,
        prompt_tokens: int | None = None,
        protect: Iterable[int] = (),
        estimator: str | None = None,
        output: int | None = None,
        summarizer_window: int | None = None,
        measured: Measured | None = None,
        shown: Measured | None = None,
        watch: Watch | None = None,
        plan: Plan | None = None,
        passes: Sequence[Compaction] = (),
        carry: Callable[["Case"], Iterable[Compaction]] | None = None,
        makeup: Makeup | None = None,
        cached_tokens: CachedTokens | None = None,
    ) -> None:
        self.session, self.strategy, self.settings, self.window = session, strategy, settings, window
        self.prompt_tokens = prompt_tokens
        """Tokens of system prompt and tools, where someone typed them in."""
        self.protect = tuple(protect)
        self.output = output
        """Longest answer asked for, in tokens; None: what the settings say."""
        self.summarizer_window = summarizer_window
        """Window of the model that is asked for the summary; None: the same model, so the same window."""
        self._at, self._estimator = at, estimator
        self._measured, self._shown, self._watch, self._plan, self._passes = measured, shown, watch, plan, tuple(passes)
        self._makeup, self._cached_tokens = makeup, cached_tokens
        self._carry = carry
        """How the passes come about; None: with an offline summary."""

    @cached_property
    def measured(self) -> Measured:
        """Counts by the counter the strategy decides by."""
        return self._measured or measure(self.session, self._estimator or self.strategy.estimator(self.settings))

    @cached_property
    def shown(self) -> Measured:
        """Counts by a real tokenizer, to compare with."""
        return self._shown or measure(self.session)

    @cached_property
    def makeup(self) -> Makeup:
        """What the session's text is made of."""
        return self._makeup or makeup(self.session)

    @cached_property
    def cached_tokens(self) -> CachedTokens:
        """What providers reported, beside the tokenizer's count of each list."""
        return self._cached_tokens or cached_tokens(self.session, self.shown)

    @cached_property
    def watch(self) -> Watch:
        """The session against the trigger."""
        return self._watch or watch(
            self.session, self.strategy, self.measured, self.window, self.settings, self.prompt_tokens
        )

    @property
    def at(self) -> int:
        """Messages in the list: as given, else when the trigger first fires, else all."""
        return self.watch.fired or len(self.session.messages) if self._at is None else self._at

    @property
    def real(self) -> bool:
        """Whether the plan is more than a thought: it comes about, or only a person who asks ever makes one."""
        return self.acts or self.line is None

    @property
    def acts(self) -> bool:
        """Whether a compaction would come about: someone asked for this moment, or the trigger fires."""
        return self._at is not None or self.watch.fired is not None

    @cached_property
    def context(self) -> Context:
        """What is planned over."""
        return context_of(
            self.session, self.measured, self.window, self.settings, self.at, self.prompt_tokens
        )  # fmt: skip

    @cached_property
    def plan(self) -> Plan:
        """The plan at that moment."""
        return self._plan or plan_context(self.strategy, self.context, self.protect)

    @cached_property
    def passes(self) -> tuple[Compaction, ...]:
        """The compaction, with an offline summary unless told otherwise, and every pass the system makes at once."""
        if self._carry is not None:
            return tuple(self._carry(self))
        return self._passes or carry(self.session, self.plan, overhead=self.prompt_tokens)

    @property
    def unit(self) -> str:
        """What the trigger counts."""
        return self.watch.unit

    @property
    def line(self) -> int | None:
        """What must be exceeded to compact, in that unit."""
        return self.watch.threshold

    @cached_property
    def prompts(self) -> int:
        """Tokens of system prompt and tools, by the strategy's counter."""
        return overhead(self.context)

    @cached_property
    def counted(self) -> tuple[int, ...]:
        """Tokens in context after each planned message, by the strategy's counter."""
        further_back = [i for i in self.session.retained(self.at) if i < self.context.start]
        kept = sum(self.measured.counts[i] for i in further_back)
        return tuple(kept + tokens for tokens in counted(self.context)) if kept else counted(self.context)

    @cached_property
    def before(self) -> int:
        """What the system sees before, in its unit, without what providers reported."""
        planned = range(self.context.start, self.context.end)
        return self.seen(self.context.messages, self.context.measured.picked(planned))

    @cached_property
    def after(self) -> int:
        """What the system sees afterwards, in its unit; with an offline summary."""
        return self.seen([entry.message for entry in self.passes[-1].view])

    @cached_property
    def empty(self) -> int:
        """What the system sees of a chat that holds nothing but its prompts and two words."""
        prompts = [message for message in self.session.messages[:1] if message.is_prompt]
        return self.seen([*prompts, Message(role="user", parts=(Text(text="Hello there"),))])

    def seen(self, messages: Sequence[Message], own: Measured | None = None) -> int:
        """What the system would see of a list, in its unit; a usage that was reported for another list is left out.

        ``own`` are its counts, where they are known.
        """
        plain = tuple(m if m.usage is None else replace(m, usage=None) for m in messages)
        made = Session(format=self.session.format, model=self.session.model, tools=self.session.tools, messages=plain)
        own = own or measure(made, self.measured.counter)
        size = len(plain)
        context = Context(made, 0, size, own, self.window, self.settings, self.prompt_tokens)
        return (self.strategy.watched(context) or (0,))[-1]

    def asked(self, request: SummaryRequest, most: int = 0) -> int:
        """Tokens of the largest request that is sent for a summary, by ``shown``'s counter.

        One whose bytes are no more than ``most`` is not counted: it has no more tokens than bytes.
        """
        counter = counters.get(self.shown.counter)
        sizes = [0]
        for part in parts_of(request):
            texts = [row["content"] for row in chat_messages(part)]
            length = sum(len(text.encode()) for text in texts)
            whole = [Message(role="user", parts=(Text(text=text),)) for text in texts] if length > most else []
            sizes.append(sum(count_message(message, counter) for message in whole) if whole else length)
        return max(sizes)

    def again(self, done: Compaction) -> tuple[Compaction, ...]:
        """The same setting once more, over the list a compaction left."""
        left = following(self.session, done)
        own = measure(left, self.measured.counter)
        context = context_of(left, own, self.window, self.settings, None, self.prompt_tokens)
        return carry(left, plan_context(self.strategy, context), overhead=self.prompt_tokens)

    @cached_property
    def growth(self) -> float | None:
        """Tokens that a turn of this session adds, the middle one of all; None for less than three turns."""
        sizes = sorted(self.measured.between(turn.start, turn.stop) for turn in turns(self.session.messages))
        return float(sizes[len(sizes) // 2]) if len(sizes) >= 3 else None

    def told(self, value: float) -> str:
        """A number in the trigger's unit."""
        return f"{value:,.0f} {self.unit}"
