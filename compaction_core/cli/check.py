"""``check``: will it break, and why; for a person, and for a team's own CI."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from compaction_core import __version__
from compaction_core.cli import source
from compaction_core.cli.commands import print_json, print_text, window_asked
from compaction_core.cli.settings import parameters
from compaction_core.errors import BadParameter
from compaction_core.museum.card import Setting, find_exhibit
from compaction_core.museum.tour import played
from compaction_core.report.checks import to_junit, to_sarif, told
from compaction_core.report.words import count, visible
from compaction_core.strategies import strategies
from compaction_core.strategies.planner import settle
from compaction_core.structure import PROVIDERS, provider_of
from compaction_core.structure.checkup import Found, blocking, codes, examine
from compaction_core.structure.lint import Case
from compaction_core.tokens import measure

KEYS = (
    "strategy",
    "window",
    "at",
    "set",
    "protect",
    "estimator",
    "overhead",
    "counter",
    "output",
    "summarizer_window",
    "provider",
    "blocking",
)
SEVERITIES = ("error", "warning", "note")
BLOCKED = 1


def check(asked: Namespace) -> int:
    """Print what was found; 0 where nothing blocks, 1 where something does."""
    given = configured(asked.config)
    card = _card(asked, given)
    case, providers = _case(asked, {**_told_by(card), **given})
    if card is None:
        found = examine(case, providers)
    else:
        case, found = played(case, _as_asked(card, case), providers)
    wanted = _blocking(asked.blocking if asked.blocking is not None else given.get("blocking", ["error"]))
    blocks = blocking(found, wanted)
    if asked.sarif:
        file = "stdin" if asked.file == "-" else asked.file
        print_json(to_sarif(case.session, found, _below(file), __version__))
    elif asked.junit:
        print_text(to_junit(found, blocks, f"{case.strategy.name} on {Path(asked.file).name}"))
    elif asked.json:
        print_json({**_record(case, providers, found, blocks), "exhibit_setting": card is not None})
    else:
        print_text(_shown(case, providers, found, blocks, card is not None))
    return BLOCKED if blocks else 0


def configured(path: str | None) -> dict[str, Any]:
    """The settings of a YAML file; what the command line says goes before them. Raises BadParameter."""
    if path is None:
        return {}
    try:
        value = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError, RecursionError) as error:
        raise BadParameter(f"Cannot read the settings in {path!r}: {_cause(error)}.") from error
    value = {} if value is None else value
    if not isinstance(value, dict):
        raise BadParameter(f"{path!r} must hold names with values, as in `strategy: pi`; known are: {', '.join(KEYS)}.")
    for name in value:
        if name not in KEYS:
            raise BadParameter(f"{path!r} has no setting named {name!r}; choose from: {', '.join(KEYS)}.")
    return value


def _cause(error: Exception) -> str:
    """What is wrong with a file of settings, with the line where it is known, without the file's name."""
    if isinstance(error, OSError):
        return f"{error.strerror or type(error).__name__}; check the path"
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        mark = error.problem_mark
        return f"line {mark.line + 1}, column {mark.column + 1}: {error.problem}; mend the YAML there"
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    return " ".join(str(error).split())


def _below(file: str) -> str:
    """The path from the working directory, where the file lies under it: viewers of SARIF look there; else as given."""
    try:
        return Path(file).resolve().relative_to(Path.cwd()).as_posix()
    except (OSError, ValueError):
        return Path(file).as_posix()


def _card(asked: Namespace, given: dict[str, Any]) -> Setting | None:
    """The setting in which an exhibit of the museum fails, where no strategy is asked for."""
    if asked.strategy is not None or "strategy" in given or asked.member is not None:
        return None
    return find_exhibit(asked.file).setting if source.is_exhibit(asked.file) else None


def _told_by(card: Setting | None) -> dict[str, Any]:
    """An exhibit's setting, named as ``KEYS`` names it; what it leaves open is left out."""
    if card is None:
        return {}
    same = ("strategy", "window", "at", "estimator", "overhead", "counter", "output", "summarizer_window", "provider")
    told = {name: getattr(card, name) for name in same}
    told |= {"set": card.parameters, "protect": list(card.protect)}
    return {name: value for name, value in told.items() if value not in (None, [], {})}


def _as_asked(card: Setting, case: Case) -> Setting:
    """The card with what was asked for in its place."""
    own = {name: getattr(card, name) for name in Setting.model_fields}
    asked = {
        "parameters": case.settings.model_dump(exclude_unset=True),
        "window": case.window,
        "at": case.at if case.acts else None,
        "overhead": case.prompt_tokens,
        "estimator": case.measured.counter,
        "protect": case.protect,
        "output": case.output,
        "summarizer_window": case.summarizer_window,
        "counter": case.shown.counter,
    }
    return Setting(**{**own, **asked})


def _case(asked: Namespace, given: dict[str, Any]) -> tuple[Case, list[str]]:
    def take(name: str, otherwise: Any = None) -> Any:
        typed = getattr(asked, name)
        return typed if typed not in (None, ()) else given.get(name, otherwise)

    strategy = strategies.get(str(take("strategy", "letta-code")))
    values = {**_settings(given.get("set", {})), **parameters(strategy, asked.settings)}
    settings = settle(strategy, values)
    session, _ = source.session(asked.file, asked.conversation, asked.member)
    if asked.model is None:
        asked.window = _number(take("window"), "window", words=("unknown",), least=1)
    at = _number(take("at"), "at", words=("trigger",))
    case = Case(
        session, strategy, settings, window_asked(asked, session),
        at=None if at == "trigger" else at,
        prompt_tokens=_number(take("overhead"), "overhead"),
        protect=_listed(take("protect", ())),
        estimator=take("estimator"),
        output=_number(take("output"), "output"),
        summarizer_window=_number(take("summarizer_window"), "summarizer_window", least=1),
        shown=measure(session, str(take("counter", "o200k_base"))),
    )  # fmt: skip
    if at == "trigger" and case.watch.fired is None:
        raise BadParameter("The trigger never fires here; give a smaller --window, or a number for --at.")
    names = _listed(take("provider", [provider_of(session).name]))
    return case, list(PROVIDERS) if "all" in names else list(dict.fromkeys(names))


def _settings(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise BadParameter("`set` must hold names with values, as in `set: {keep_recent_tokens: 8000}`.")
    return value


def _number(value: Any, name: str, words: Sequence[str] = (), least: int = 0) -> Any:
    if value is None or value in words or (isinstance(value, int) and not isinstance(value, bool) and value >= least):
        return value
    others = "".join(f", nor {word}" for word in words)
    raise BadParameter(f"{name}: {value!r} is no whole number of {least} or more{others}.")


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _blocking(value: Any) -> set[str]:
    """Codes and severities that block; ``none`` for nothing."""
    names = {part.strip() for name in _listed(value) for part in str(name).split(",")} - {"none", ""}
    unknown = sorted(names - {*codes(), *SEVERITIES})
    if unknown:
        known = ", ".join((*SEVERITIES, *sorted(codes())))
        raise BadParameter(f"There is no finding named {unknown[0]!r}; choose none, or from: {known}.")
    return names


def _record(case: Case, providers: list[str], found: Sequence[Found], blocks: set[int]) -> dict[str, Any]:
    return {
        "strategy": case.strategy.name,
        "version": case.strategy.version,
        "parameters": case.settings.model_dump(mode="json"),
        "window": case.window,
        "threshold": case.line,
        "unit": case.unit,
        "fired": case.watch.fired,
        "at": case.at,
        "providers": providers,
        "blocking": len(blocks),
        "findings": [
            {
                **each.finding.model_dump(mode="json", exclude={"spans"}),
                "where": each.where,
                "provider": each.provider,
                "blocking": place in blocks,
            }
            for place, each in enumerate(found)
        ],
    }


def _shown(case: Case, providers: list[str], found: Sequence[Found], blocks: set[int], by_card: bool = False) -> str:
    window = "an unknown window" if case.window is None else f"a window of {case.window:,} tokens"
    who = ", ".join(PROVIDERS[name].label for name in providers)
    said = count(case.at, "message") + ("" if case.real else " (its trigger does not fire)")
    moment = "planned where the trigger first fires, " if case.at == case.watch.fired else ""
    head = (
        f"{case.strategy.label} {case.strategy.version} in {window}, {moment}after {said}, for {who}: "
        f"{count(len(found), 'finding')}, {len(blocks):,} of them blocking."
    )
    if by_card:
        head += "\nThe setting and the summary are the exhibit's, as reported; give --strategy to have your own."
    ranked = sorted(enumerate(found), key=lambda row: SEVERITIES.index(row[1].finding.severity))
    lines = [
        f"{each.finding.severity} {each.finding.code}{' (blocks)' if place in blocks else ''}: {told(each)}\n"
        f"    {each.finding.advice}"
        for place, each in ranked
    ]
    return visible("\n".join([head, *lines]))
