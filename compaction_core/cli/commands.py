"""What each command does: read, call the library, print the records as JSON or as text."""

import sys
from argparse import Namespace
from typing import Any

from compaction_core.cli import app as starter
from compaction_core.cli import records, show, source
from compaction_core.cli.settings import parameters, reproduce
from compaction_core.compaction import compact as carry_out
from compaction_core.errors import BadParameter
from compaction_core.models import model, window_of
from compaction_core.report import to_markdown
from compaction_core.report.records import dumps
from compaction_core.session import Session
from compaction_core.strategies import Plan, Strategy, context_of, strategies
from compaction_core.strategies.planner import plan_context, settle
from compaction_core.tokens import Measured, measure
from compaction_core.watching import Watch, watch


def load(asked: Namespace) -> int:
    """Read a transcript and say what it holds."""
    session, found = source.session(asked.file, asked.conversation)
    measured = measure(session, asked.counter)
    if asked.json:
        return _json(records.loaded(session, measured, found, full=asked.full))
    return _text(show.loaded(session, measured, found))


def plan(asked: Namespace) -> int:
    """Choose what to keep."""
    session, strategy, made, seen = _plan(asked)
    if asked.json:
        return _json(records.planned(made, seen))
    return _text(show.planned(session, measure(session, asked.counter), made, seen, strategy))


def compact(asked: Namespace) -> int:
    """Carry a plan out."""
    session, strategy, made, seen = _plan(asked)
    compaction = carry_out(session, made, asked.summarizer, counter=asked.counter, overhead=asked.overhead)
    if asked.json:
        return _json(records.compacted(compaction, seen))
    if asked.markdown:
        return _text(to_markdown(session, compaction, command=_command(asked, made)))
    measured = measure(session, asked.counter)
    return _text(show.compacted(session, measured, compaction, seen, strategy))


def strategies_list(asked: Namespace) -> int:
    """List the strategies."""
    return _json(records.strategy_list()) if asked.json else _text(show.strategy_list())


def samples(asked: Namespace) -> int:
    """List the bundled sessions."""
    return _json(records.sample_list()) if asked.json else _text(show.sample_list())


def app(asked: Namespace) -> int:
    """Start the app; a file that cannot be read is refused before."""
    if asked.file == "-":
        raise BadParameter("The app opens a file, not stdin; give it a path or a sample's name.")
    if asked.file is not None:
        source.conversations(asked.file)
    return starter.start(asked.file, asked.port)


def _plan(asked: Namespace) -> tuple[Session, Strategy, Plan, Watch]:
    """Session, strategy, plan, and when the trigger fires."""
    strategy = strategies.get(asked.strategy)
    settings = settle(strategy, parameters(strategy, asked.settings))
    session, _ = source.session(asked.file, asked.conversation)
    window = _window(asked, session)
    own = measure(session, strategy.counter)
    deciding: Measured = measure(session, asked.estimator) if asked.estimator else own
    seen = watch(session, strategy, deciding, window, settings, asked.overhead)
    at = asked.at
    if at == "trigger":
        if seen.fired is None:
            raise BadParameter("The trigger never fires here; give a smaller --window, or a number for --at.")
        at = seen.fired
    context = context_of(session, deciding, window, settings, at, asked.overhead)
    return session, strategy, plan_context(strategy, context), seen


def _window(asked: Namespace, session: Session) -> int | None:
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
        counter=asked.counter,
        estimator=made.counter,
        overhead=asked.overhead,
        summarizer=asked.summarizer,
    )


def _json(value: dict[str, Any]) -> int:
    wide = (sys.stdout.encoding or "").lower().replace("-", "") in ("utf8", "utf16", "utf32")
    print(dumps(value, ascii_only=not wide))
    return 0


def _text(text: str) -> int:
    encoding = sys.stdout.encoding or "utf-8"
    print(text.rstrip("\n").encode(encoding, "replace").decode(encoding))
    return 0
