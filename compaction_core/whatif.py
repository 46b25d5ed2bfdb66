"""What if the next message has N tokens: does the trigger fire, at which look, does it fit, and what would go.

what_if(session, strategies.get("pi"), settings, 200_000, 30_000).sentence
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from compaction_core.compaction import Compaction
from compaction_core.passes import following
from compaction_core.session import Message, Record, Role, Session, Text, ToolResult
from compaction_core.strategies.base import Parameters, Strategy
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import counted
from compaction_core.strategies.planner import context_of, plan_context
from compaction_core.strategies.plans import Plan
from compaction_core.tokens import Measured, counters, measure
from compaction_core.tokens.base import TokenCounter
from compaction_core.tokens.measure import count_message
from compaction_core.watching import watch

Next = Literal["user", "assistant", "tool"]
WORD = "the "
OFF = 0.05
"""Share by which a count may miss what was asked for without a word about it."""
ROLES: dict[Next, str] = {"user": "user message", "assistant": "answer of the model", "tool": "tool result"}


class WhatIf(Record):
    """The list with one more message. All sizes are by the counter the strategy decides by."""

    number: int
    """The place of the message in the list."""
    role: Next
    asked: int
    """Tokens that the message was to have."""
    tokens: int
    """What it counts; beside ``asked`` where the counter rounds, or does not see such a message."""
    unit: str
    before: int
    """What the trigger saw before the message, in ``unit``."""
    seen: int
    """What it sees with the message."""
    line: int | None
    looked: bool
    """Whether the trigger is looked at right after the message."""
    fires: Literal["already", "at once", "next", "never"]
    """already: before the message; at once: at the look right after it; next: at the look after what follows it, a
    short answer or a short reply; never: at neither."""
    context: int
    """Tokens in context with the message, prompt and tools included."""
    window: int | None
    plan: Plan | None
    """What would be planned where it fires; None where it does not."""

    @property
    def fits(self) -> bool | None:
        """Whether the list with the message fits the window; None for an unknown window."""
        return None if self.window is None else self.context <= self.window

    @property
    def free(self) -> int | None:
        """Tokens left in the window with the message; negative where it does not fit."""
        return None if self.window is None else self.window - self.context

    @property
    def sentence(self) -> str:
        """The result in a few plain sentences."""
        what = f"With {'an' if self.role == 'assistant' else 'a'} {ROLES[self.role]} of {self.tokens:,} tokens next"
        if abs(self.tokens - self.asked) > OFF * self.asked:
            what = what.replace(f"of {self.tokens:,}", f"of about {self.asked:,}")
            what += f" (this system counts it as {self.tokens:,})"
        against = "" if self.line is None else f" (line {self.line:,})"
        said = f"{what}, the trigger sees {self.seen:,} {self.unit}{against}: {_FIRES[self.fires]}."
        if self.fits is not None and self.window is not None:
            free = abs(self.window - self.context)
            room = f"{free:,} tokens are free" if self.fits else f"it is {free:,} tokens too long, and is refused"
            said += f" {'It fits' if self.fits else 'It does not fit'} the window of {self.window:,}: {room}."
        return said if self.plan is None else f"{said} {_planned(self.plan)}"


_FIRES = {
    "already": "it had fired before",
    "at once": "it fires at the look right after it",
    "next": "it fires at the next look, after what follows",
    "never": "it does not fire",
}


def what_if(
    session: Session,
    strategy: Strategy,
    settings: Parameters,
    window: int | None,
    tokens: int,
    *,
    role: Next | None = None,
    at: int | None = None,
    measured: Measured | None = None,
    estimator: str | None = None,
    overhead: int | None = None,
    protect: Iterable[int] = (),
) -> WhatIf:
    """Put one message of ``tokens`` behind the first ``at`` messages (all by default) and look at the trigger.

    ``role`` is what comes next where nothing is said: see ``next_role``. ``measured`` are the session's counts by the
    counter that decides. Raises UnknownName for an estimator.
    """
    at = len(session.messages) if at is None else at
    role = role or next_role(session, at)
    counter = counters.get(estimator or strategy.estimator(settings))
    own = measured if measured is not None and measured.counter == counter.name else measure(session, counter)
    added = (made_message(session, at, role, tokens, counter), _follower(role))
    made = Session(
        format=session.format, model=session.model, context_window=session.context_window, tools=session.tools,
        messages=(*session.messages[:at], *added),
        compactions=tuple(each for each in session.compactions if each.index < at),
    )  # fmt: skip
    columns = _joined(own.picked(range(at)), measure(Session(format="made", messages=added), counter))
    seen = watch(made, strategy, columns, window, settings, overhead)
    start = made.last_compaction(at)
    context = Context(made, made.context_start(at + 1), at + 1, columns, window, settings, overhead)
    kept = sum(columns.counts[i] for i in made.retained(at + 1) if i < context.start)
    size = seen.tokens[at] if seen.unit == "tokens" else counted(context)[-1] + kept
    fires: Literal["already", "at once", "next", "never"] = "never"
    if any(seen.fires[start:at]):
        fires = "already"
    elif seen.fires[at] or seen.fires[at + 1]:
        fires = "at once" if seen.fires[at] else "next"
    plan = None
    if fires != "never":
        moment = at + (2 if fires == "next" else 1)
        pins = tuple(number for number in protect if number < at)
        plan = plan_context(strategy, context_of(made, columns, window, settings, moment, overhead), pins)
    before = seen.tokens[at - 1] if at else 0
    return WhatIf(
        number=at, role=role, asked=tokens, tokens=columns.counts[at], unit=seen.unit, before=before,
        seen=seen.tokens[at], line=seen.threshold, looked=seen.looked[at], fires=fires, context=size, window=window,
        plan=plan,
    )  # fmt: skip


def list_after(session: Session, done: Compaction) -> Session:
    """The list that a compaction leaves, for what comes next; a usage reported for the longer list is left out."""
    left = following(session, done)
    plain = tuple(m if m.usage is None else replace(m, usage=None) for m in left.messages)
    return Session(
        format=left.format, model=left.model, context_window=left.context_window, tools=left.tools, messages=plain
    )  # fmt: skip


def next_role(session: Session, at: int) -> Next:
    """Who speaks next: a tool where a call waits, the user after an answer, else the model."""
    talk = [message for message in session.messages[:at] if not message.is_prompt]
    if not talk:
        return "user"
    if _open_call(session, at) is not None:
        return "tool"
    return "user" if talk[-1].role == "assistant" else "assistant"


def made_message(session: Session, at: int, role: Next, tokens: int, counter: TokenCounter) -> Message:
    """A message of about so many tokens by this counter: one word again and again."""
    call = _open_call(session, at) or "what-if"

    def of(words: int) -> Message:
        text = WORD * words
        part = ToolResult(call_id=call, text=text) if role == "tool" else Text(text=text)
        speaks: Role = role
        return Message(role=speaks, parts=(part,))

    few, more = count_message(of(100), counter), count_message(of(1_100), counter)
    each = (more - few) / 1_000
    if each <= 0:  # a counter that does not see text
        return of(max(0, tokens))
    words = max(0, round((tokens - few) / each) + 100)
    return of(words)


def _open_call(session: Session, at: int) -> str | None:
    """The first call of the last answer that has no result before ``at``."""
    for index in range(at - 1, -1, -1):
        message = session.messages[index]
        if message.role == "tool" or message.is_prompt:
            continue
        answered = {key for key, place in session.result_of.items() if key[0] == index and place < at}
        return next((call.id for call in message.calls if (index, call.id) not in answered), None)
    return None


def _follower(role: Next) -> Message:
    """What comes behind it, as short as can be: a reply to the model, or the model's answer."""
    return Message(role="user" if role == "assistant" else "assistant", parts=(Text(text="Yes."),))


def _joined(one: Measured, other: Measured) -> Measured:
    names = [*one.columns, *(name for name in other.columns if name not in one.columns)]
    empty = (0,) * one.length, (0,) * other.length
    columns = {name: one.columns.get(name, empty[0]) + other.columns.get(name, empty[1]) for name in names}
    return Measured(
        counter=one.counter, basis=one.basis, tools=one.tools, columns=columns, length=one.length + other.length
    )  # fmt: skip


def _planned(plan: Plan) -> str:
    gone = plan.indexes("summarize", "drop")
    cleared = plan.indexes("clear", "truncate")
    if not gone and not cleared:
        return "The plan then takes nothing away."
    told = []
    if gone:
        told.append(f"{len(gone):,} {'message goes' if len(gone) == 1 else 'messages go'}")
    if cleared:
        told.append(f"{len(cleared):,} {'is' if len(cleared) == 1 else 'are'} cleared or shortened")
    stays = len(plan.numbers) - len(gone)
    left = "none stays" if not stays else f"{stays:,} {'stays' if stays == 1 else 'stay'}"
    return f"The plan then: {' and '.join(told)}, {left}."
