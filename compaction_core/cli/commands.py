"""What each command does: read, call the library, print the records as JSON or as text."""

import sys
from argparse import Namespace
from typing import Any

from compaction_core import strategies as systems
from compaction_core.cli import app as starter
from compaction_core.cli import records, show, source
from compaction_core.cli.masking import masked_json, masked_text, masking
from compaction_core.cli.progress import line
from compaction_core.cli.settings import key_of, parameters, reproduce
from compaction_core.errors import BadParameter
from compaction_core.models import model, window_of
from compaction_core.passes import carry
from compaction_core.report import to_markdown
from compaction_core.report.records import dumps, session_value
from compaction_core.session import Session
from compaction_core.strategies import Plan, Strategy, context_of
from compaction_core.strategies.planner import plan_context, settle
from compaction_core.summarizers.door import named
from compaction_core.summarizers.prompts import prompt_file
from compaction_core.tokens import Measured, measure
from compaction_core.watching import Watch, watch


def load(asked: Namespace) -> int:
    """Read a transcript and say what it holds, or which conversations."""
    if asked.list:
        several = source.listed(asked.file, asked.member)
        return print_json(records.conversations(several)) if asked.json else print_text(show.conversations(several))
    session, found = source.session(asked.file, asked.conversation, asked.member)
    if asked.session:
        return print_json(session_value(session))
    with line() as progress:
        measured = measure(session, asked.counter, progress)
    if asked.json:
        return print_json(records.loaded(session, measured, asked.conversation, found, full=asked.full))
    return print_text(show.loaded(session, measured, found))


def plan(asked: Namespace) -> int:
    """Choose what to keep."""
    session, strategy, made, seen = planned_session(asked)
    if asked.json:
        return print_json(records.planned(made, seen))
    return print_text(show.planned(session, measure(session, asked.counter), made, seen, strategy))


def compact(asked: Namespace) -> int:
    """Carry a plan out."""
    session, strategy, made, seen = planned_session(asked)
    fired = asked.at == "trigger" and made.end == seen.fired
    passes = carry(
        session,
        made,
        named(asked.summarizer, asked.api_base, key_of(asked), masking=masking()),
        counter=asked.counter,
        overhead=asked.overhead,
        trigger="context_window_limit" if fired else "manual",
        prompt=prompt_file(asked.prompt),
    )
    if asked.json:
        return print_json(records.compacted(passes, seen))
    if asked.markdown:
        page = to_markdown(session, *passes, command=_command(asked, made), masking=masking())
        return print_text(page)
    measured = measure(session, asked.counter)
    passes, _ = masking().applied(passes)  # before the list cuts its texts
    return print_text(show.compacted(session, measured, passes, seen, strategy))


def compare(asked: Namespace) -> int:
    """Several summarizers side by side."""
    from compaction_core.cli.compare import compare as side_by_side

    return side_by_side(asked)


def check(asked: Namespace) -> int:
    """What will break, and why."""
    from compaction_core.cli.check import check as checked

    return checked(asked)


def reported(asked: Namespace) -> int:
    """What the provider reported, against our count."""
    from compaction_core.cli.reported import reported as compared

    return compared(asked)


def counters(asked: Namespace) -> int:
    """The same session by every counter."""
    from compaction_core.cli.counters import counters as counted

    return counted(asked)


def recorded(asked: Namespace) -> int:
    """What the file records, and a strategy beside it."""
    from compaction_core.cli.recorded import recorded as happened

    return happened(asked)


def museum(asked: Namespace) -> int:
    """The bug museum."""
    from compaction_core.cli.museum import museum as toured

    return toured(asked)


def strategies(asked: Namespace) -> int:
    """List the strategies."""
    return print_json(records.strategy_list()) if asked.json else print_text(show.strategy_list())


def samples(asked: Namespace) -> int:
    """List the bundled sessions."""
    return print_json(records.sample_list()) if asked.json else print_text(show.sample_list())


def formats(asked: Namespace) -> int:
    """List the formats."""
    return print_json(records.format_list()) if asked.json else print_text(show.format_list())


def app(asked: Namespace) -> int:
    """Start the app; a file that cannot be read is refused before."""
    if asked.file == "-":
        raise BadParameter("The app opens a file, not stdin; give it a path or a sample's name.")
    if asked.file is not None:
        source.openable(asked.file)
    return starter.start(asked.file, asked.port)


def planned_session(asked: Namespace) -> tuple[Session, Strategy, Plan, Watch]:
    """Session, strategy, plan, and when the trigger fires."""
    strategy = systems.get(asked.strategy)
    settings = settle(strategy, parameters(strategy, asked.settings))
    session, _ = source.session(asked.file, asked.conversation, asked.member)
    window = window_asked(asked, session)
    with line() as progress:
        own = measure(session, strategy.estimator(settings), progress)
    deciding: Measured = measure(session, asked.estimator) if asked.estimator else own
    seen = watch(session, strategy, deciding, window, settings, asked.overhead)
    at = asked.at
    if at == "trigger":
        if seen.fired is None:
            raise BadParameter("The trigger never fires here; give a smaller --window, or a number for --at.")
        at = seen.fired
    context = context_of(session, deciding, window, settings, at, asked.overhead)
    return session, strategy, plan_context(strategy, context, asked.protect), seen


def window_asked(asked: Namespace, session: Session) -> int | None:
    """As asked for, else the sample's, else as the file says, else as the model list says of the file's model."""
    if asked.model is not None:
        return model(asked.model).context_window
    if asked.window == "unknown":
        return None
    if asked.window is not None:
        return int(asked.window)
    return source.window(asked.file) or session.context_window or window_of(session.model)


def _command(asked: Namespace, made: Plan) -> str:
    return reproduce(
        asked.file,
        strategy=made.strategy,
        window=made.context_window,
        at=made.end,
        parameters=made.parameters,
        conversation=asked.conversation,
        member=asked.member,
        counter=asked.counter,
        estimator=made.counter,
        overhead=asked.overhead,
        summarizer=asked.summarizer,
        protect=made.protected,
    )


def print_json(value: dict[str, Any]) -> int:
    """One JSON object on stdout, in an encoding that it can carry."""
    wide = (sys.stdout.encoding or "").lower().replace("-", "") in ("utf8", "utf16", "utf32")
    print(dumps(masked_json(value), ascii_only=not wide))
    return 0


def print_text(text: str) -> int:
    """Text on stdout; what its encoding cannot carry becomes a question mark."""
    encoding = sys.stdout.encoding or "utf-8"
    print(masked_text(text).rstrip("\n").encode(encoding, "replace").decode(encoding))
    return 0
