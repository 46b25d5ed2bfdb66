"""What an exhibit shows: everything that the checks find with a setting, the summary's and the later passes' too."""

from collections.abc import Iterator, Sequence

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


def visit(exhibit: Exhibit, setting: Setting) -> Visit:
    """Carry the exhibit out with a setting, and check everything."""
    session = open_exhibit(exhibit.name)
    strategy = strategies.get(setting.strategy)
    settings = settle(strategy, setting.parameters)
    first = Case(
        session, strategy, settings, setting.window or session.context_window,
        at=setting.at, prompt_tokens=setting.overhead, protect=setting.protect, estimator=setting.estimator,
        output=setting.output, summarizer_window=setting.summarizer_window,
        shown=measure(session, setting.counter),
    )  # fmt: skip
    case, found = played(first, setting, [setting.provider or provider_of(session).name])
    return Visit(setting=setting, at=case.at, passes=case.passes, found=found)


def played(first: Case, setting: Setting, providers: Sequence[str]) -> tuple[Case, tuple[Found, ...]]:
    """The case with the summary and the rounds of a setting, and everything that is found in it."""
    passes = tuple(_passes(first.session, first, setting))
    case = Case(
        first.session, first.strategy, first.settings, first.window,
        at=setting.at, prompt_tokens=setting.overhead, protect=setting.protect, estimator=setting.estimator,
        output=setting.output, summarizer_window=setting.summarizer_window,
        shown=first.shown, watch=first.watch, plan=first.plan, passes=passes,
    )  # fmt: skip
    return case, (*examine(case, providers), *_told(passes, setting))


def shows(exhibit: Exhibit, found: Sequence[Found]) -> bool:
    """Whether the fault that the card tells is among what was found."""
    wanted = exhibit.finding
    return any(
        each.finding.code == wanted.code
        and each.where == wanted.where
        and (wanted.messages is None or each.finding.messages == wanted.messages)
        for each in found
    )


def _passes(session: Session, case: Case, setting: Setting) -> Iterator[Compaction]:
    """The first compaction with the passes the system makes at once, then one for each later round."""
    released = case.strategy.wrapper(case.plan)
    wrapper = released.model_copy(update=setting.wrapper) if setting.wrapper else None
    done = carry(
        session, case.plan, text=setting.summary, wrapper=wrapper, counter=setting.counter, overhead=setting.overhead,
    )  # fmt: skip
    yield from done
    last, heard = done[-1], case.at
    left = session
    for each in setting.rounds:
        left = _grown(left, last, session.messages[heard : each.at])
        heard = each.at
        parameters = {**setting.parameters, **each.parameters}
        planned = plan(left, setting.strategy, context_window=case.window, **parameters)
        last = compact(left, planned, text=each.summary, counter=setting.counter, overhead=setting.overhead)
        yield last


def _grown(session: Session, done: Compaction, more: Sequence[object]) -> Session:
    """The list that a compaction left, with what was said since."""
    left = following(session, done)
    given = {name: getattr(left, name) for name in Session.model_fields}
    return Session(**{**given, "messages": (*left.messages, *more)})


def _told(passes: Sequence[Compaction], setting: Setting) -> Iterator[Found]:
    """What the detectors find in each summary."""
    for nth, each in enumerate(passes):
        if not each.request.indexes and each.summary.basis != "given":  # nothing was asked, so nothing is stored
            continue
        words = prompt(each.request.prompt).words if each.request.prompt in prompt_names() else None
        stop = setting.stop_reason if nth == 0 else None
        checked = Checked(
            text=each.summary.text, request=each.request, stop_reason=stop, word_limit=words, counter=setting.counter,
        )  # fmt: skip
        yield from (Found(where="summary", provider=None, finding=finding) for finding in check_summary(checked))
