"""Axes 8 to 11 and 13 at work: what is read, the smaller requests, the summary's message and the ladder."""

from collections.abc import Iterator, Sequence

from compaction_core.session import Message, Reasoning, Session, Text, ToolCall
from compaction_core.strategies.base import Addition
from compaction_core.strategies.composed.axes.summary import NoSummary, Transcript, Update
from compaction_core.strategies.composed.recipe import Recipe
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import labelled, reading, shortened
from compaction_core.summarizers.base import Line, SummaryRequest
from compaction_core.summarizers.ladder import Fail, Keep, Ladder, Retry, Rung, Smaller
from compaction_core.summarizers.prompts import Prompt, prompt

BETWEEN = "\n\n"
MIDDLE = (120_000, 60_000, 25_000, 10_000, 4_000, 2_000)
"""Longest transcripts of the smaller requests, in characters."""
TURN_PREFIX = "pi_turn_prefix"


def request(session: Session, recipe: Recipe, plan: Plan) -> SummaryRequest:
    """The exact input of the summarizer, with the request for a split turn's start in ``turn_prefix``."""
    if isinstance(recipe.view, NoSummary):
        return SummaryRequest(prompt="none", instructions="", transcript="", lines=(), indexes=(), messages=())
    gone = plan.indexes("summarize")
    previous = _previous(session, recipe, plan)
    read = _read(session, recipe, plan, gone)
    turn = plan.steps[-1].variables.get("turn_start")
    prefix = () if turn is None else tuple(i for i in read if i >= int(turn))
    history = tuple(i for i in read if i not in set(prefix))
    if prefix and not history:
        return _reading(session, recipe, plan, prompt(TURN_PREFIX), prefix)
    asked = prompt(recipe.prompt.prompt)
    if previous is not None and isinstance(recipe.previous, Update):
        asked = prompt(recipe.previous.prompt)
    found = _reading(session, recipe, plan, asked, history, previous)
    if recipe.prompt.own is not None:
        found = found.model_copy(update={"prompt": "own", "instructions": recipe.prompt.own})
    if not prefix:
        return found
    apart = _reading(session, recipe, plan, prompt(TURN_PREFIX), prefix)
    messages = tuple(session.messages[i] for i in prefix)
    apart = apart.model_copy(update={"indexes": prefix, "messages": messages})
    return found.model_copy(update={"turn_prefix": apart})


def _previous(session: Session, recipe: Recipe, plan: Plan) -> str | None:
    """The text of the last summary, where it is handed over."""
    if not isinstance(recipe.previous, Update):
        return None
    gone = plan.indexes("summarize")
    return next((text for i in reversed(gone) if (text := session.messages[i].summary) is not None), None)


def _read(session: Session, recipe: Recipe, plan: Plan, gone: Sequence[int]) -> tuple[int, ...]:
    assert not isinstance(recipe.view, NoSummary), "asked for before"  # noqa: S101
    rows = [i for i in range(plan.start, plan.end) if not session.messages[i].is_prompt]
    if not gone:
        return ()
    found = list(gone)
    if recipe.view.reads == "everything":
        dropped = set(plan.indexes("drop"))
        found = [i for i in rows if i not in dropped]
    elif recipe.view.reads == "with_first" and rows[0] not in gone:
        found = [rows[0], *gone]
    if isinstance(recipe.previous, Update):
        found = [i for i in found if session.messages[i].summary is None]
    return tuple(found)


def _reading(
    session: Session, recipe: Recipe, plan: Plan, asked: Prompt, read: Sequence[int], previous: str | None = None
) -> SummaryRequest:
    focus = f"Pay special attention to: {recipe.prompt.focus}" if recipe.prompt.focus else ""

    def render(index: int, message: Message) -> Line | None:
        view = recipe.view
        return line(index, message, view) if isinstance(view, Transcript) else labelled(index, message)

    return reading(
        session, plan, asked, render, indexes=read, between=BETWEEN, variables={"focus": focus}, previous=previous,
        clip_chars=recipe.prompt.longest,
    )  # fmt: skip


def line(index: int, message: Message, view: Transcript) -> Line | None:
    """One message of a transcript; None where nothing of it is shown."""
    said, dropped = [], 0
    for part in message.parts:
        if part.kind == "tool_result":
            whole = view.result_chars is None
            text, more = (part.text, 0) if whole else shortened(part.text, view.result_chars or 0)
            dropped += more
            said.append(text)
        elif part.kind == "text" and part.text:
            said.append(part.text)
        elif isinstance(part, Reasoning) and view.reasoning and part.text:
            said.append(f"(thinking) {part.text}")
        elif isinstance(part, ToolCall):
            said.append(f"→ {part.name}({part.arguments})")
    images = sum(part.kind == "image" for part in message.parts)
    if not said and not images:
        return None
    body = "\n".join([*said, *["[image]"] * images])
    return Line(
        index=index, role=message.role, text=f"[{message.role}] {body}", dropped_chars=dropped, omitted_images=images
    )


def rungs(whole: SummaryRequest, recipe: Recipe) -> Iterator[SummaryRequest]:
    """The request, then smaller ones without the middle of the text, where the recipe has such a fallback."""
    yield whole
    text = whole.transcript
    for most in MIDDLE if recipe.fallback.smaller else ():
        if len(text) > most:
            half = most // 2
            note = f"\n[{len(text) - 2 * half:,} characters in the middle left out]\n"
            cut = f"{text[:half]}{note}{text[len(text) - half :]}"
            yield whole.model_copy(update={"transcript": cut, "max_chars": most})


def rescued(session: Session, gone: Sequence[int], end: int) -> tuple[ToolCall, ...]:
    """Calls among the messages that go whose result stays."""
    away = set(gone)
    needed = {
        key for key, result in session.result_of.items() if key[0] in away and result not in away and result < end
    }
    return tuple(call for i in gone for call in session.messages[i].calls if (i, call.id) in needed)


def repeated(session: Session, plan: Plan) -> tuple[Addition, ...]:
    """The newest message of the user that is text alone, once more."""
    for index in range(plan.end - 1, plan.start - 1, -1):
        message = session.messages[index]
        if message.role == "user" and message.parts and all(isinstance(part, Text) for part in message.parts):
            again = Message(role="user", parts=(Text(text=message.text),))
            return (Addition(place="end", message=again),)
    return ()


def ladder(recipe: Recipe) -> Ladder:
    """What happens when the summarizer fails."""
    found: list[Rung] = []
    if recipe.fallback.retries:
        found.append(Retry(times=recipe.fallback.retries))
    if recipe.fallback.smaller:
        found.append(Smaller())
    found.append(Keep() if recipe.fallback.then == "keep" else Fail())
    return Ladder(rungs=tuple(found), accept_blank=recipe.check.blank)
