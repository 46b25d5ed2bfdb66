"""What an exhibit shows: everything that the checks find with a setting, the summary's and the later passes' too."""

from collections.abc import Iterator, Sequence
from functools import partial

from compaction_core.compaction import Compaction, compact
from compaction_core.detectors import Checked, check_summary
from compaction_core.museum.card import Exhibit, Setting, open_exhibit
from compaction_core.passes import carry, following
from compaction_core.session import Record, Session
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.planner import settle
from compaction_core.structure import provider_of
from compaction_core.structure.checkup import Found, examine
from compaction_core.structure.lint import Case
from compaction_core.summarizers.prompts import prompt, prompt_names
from compaction_core.tokens import measure


class Visit(Record):
    """An exhibit with one setting."""

    setting: Setting
    at: int
    """Messages in the list."""
    passes: tuple[Compaction, ...]
    """What was done, in order."""
    found: tuple[Found, ...]


def visit(exhibit: Exhibit, setting: Setting, session: Session | None = None) -> Visit:
    """Carry the exhibit out with a setting, and check everything; ``session`` takes the place of its own."""
    session = session or open_exhibit(exhibit.name)
    strategy = strategies.get(setting.strategy)
    case = Case(
        session, strategy, settle(strategy, setting.parameters), setting.window or session.context_window,
        at=setting.at, prompt_tokens=setting.overhead, protect=setting.protect, estimator=setting.estimator,
        output=setting.output, summarizer_window=setting.summarizer_window,
        shown=measure(session, setting.counter), carry=partial(carried, setting=setting),
    )  # fmt: skip
    found = judged(case, setting, [setting.provider or provider_of(session).name])
    return Visit(setting=setting, at=case.at, passes=case.passes, found=found)


def judged(case: Case, setting: Setting, providers: Sequence[str]) -> tuple[Found, ...]:
    """Everything that is found in a case that is carried out with a setting's answers, in its summaries too."""
    return (*examine(case, providers), *_told(case.passes, setting))


def shows(exhibit: Exhibit, found: Sequence[Found]) -> bool:
    """Whether the fault that the card tells is among what was found."""
    wanted = exhibit.finding
    return any(
        each.finding.code == wanted.code
        and each.where == wanted.where
        and (wanted.messages is None or each.finding.messages == wanted.messages)
        for each in found
    )


def carried(case: Case, setting: Setting) -> Iterator[Compaction]:
    """The first compaction with the passes the system makes at once, then one for each later round of a setting.

    Of the setting only what the summarizer answered, its wrapper and its rounds are taken; all else is the case's.
    """
    released, counter = case.strategy.wrapper(case.plan), case.shown.counter
    wrapper = released.model_copy(update=setting.wrapper) if setting.wrapper else None
    done = carry(
        case.session, case.plan, text=setting.summary, wrapper=wrapper, counter=counter, overhead=case.prompt_tokens,
    )  # fmt: skip
    yield from done
    last, heard, left = done[-1], case.at, case.session
    for each in setting.rounds:
        left = _grown(left, last, case.session.messages[heard : each.at])
        heard = max(heard, each.at)
        parameters = {**case.settings.model_dump(exclude_unset=True), **each.parameters}
        planned = plan(left, case.strategy.name, context_window=case.window, **parameters)
        last = compact(left, planned, text=each.summary, counter=counter, overhead=case.prompt_tokens)
        yield last


def _grown(session: Session, done: Compaction, more: Sequence[object]) -> Session:
    """The list that a compaction left, with what was said since."""
    left = following(session, done)
    return left.model_copy(update={"messages": (*left.messages, *more)})


def _told(passes: Sequence[Compaction], setting: Setting) -> Iterator[Found]:
    """What the detectors find in each summary."""
    for nth, each in enumerate(passes):
        if not each.request.indexes and each.summary.basis != "given":  # nothing was asked, so nothing is stored
            continue
        words = prompt(each.request.prompt).words if each.request.prompt in prompt_names() else None
        stop = setting.stop_reason if nth == 0 else None
        checked = Checked(
            text=each.summary.text, request=each.request, stop_reason=stop, word_limit=words,
            counter=each.ledger.counter,
        )  # fmt: skip
        yield from (Found(where="summary", provider=None, finding=finding) for finding in check_summary(checked))
