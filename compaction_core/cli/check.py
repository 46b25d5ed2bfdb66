"""``check``: will it break, and why; for a person, and for a team's own CI."""

from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from compaction_core import __version__
from compaction_core.cli import source
from compaction_core.cli.commands import print_json, print_text, window_asked
from compaction_core.cli.configuration import configured
from compaction_core.cli.settings import parameters
from compaction_core.errors import BadParameter
from compaction_core.museum.card import Setting, find_exhibit, mended
from compaction_core.museum.tour import carried, judged
from compaction_core.report.checks import to_junit, to_sarif, told
from compaction_core.report.words import visible
from compaction_core.strategies import strategies
from compaction_core.strategies.base import titled
from compaction_core.strategies.planner import settle
from compaction_core.structure import PROVIDERS, provider_of
from compaction_core.structure.checkup import Found, blocking, codes, examine
from compaction_core.structure.lint import Case
from compaction_core.tokens import measure
from compaction_core.words import count

SEVERITIES = ("error", "warning", "note")
BLOCKED = 1


def check(asked: Namespace) -> int:
    """Print what was found; 0 where nothing blocks, 1 where something does."""
    given = configured(asked.config)
    card = _card(asked)
    whole = card is not None and asked.strategy is None and "strategy" not in given
    case, providers = _case(asked, {**_told_by(card if whole else None), **given}, card)
    if card is not None and card.strategy == case.strategy.name:
        found = judged(case, card, providers)
    else:
        card, found = None, examine(case, providers)
    wanted = _blocking(asked.blocking if asked.blocking is not None else given.get("blocking", ["error"]))
    blocks = blocking(found, wanted)
    if asked.sarif:
        file = "stdin" if asked.file == "-" else asked.file
        print_json(to_sarif(case.session, found, _below(file), __version__))
    elif asked.junit:
        print_text(to_junit(found, blocks, f"{case.strategy.name} on {Path(asked.file).name}"))
    elif asked.json:
        print_json({**_record(case, providers, found, blocks), "exhibit_setting": whole})
    else:
        print_text("\n".join(filter(None, (_shown(case, providers, found, blocks), _by_card(card, whole, asked.fix)))))
    return BLOCKED if blocks else 0


def _below(file: str) -> str:
    """The path from the working directory, where the file lies under it: viewers of SARIF look there; else as given."""
    try:
        return Path(file).resolve().relative_to(Path.cwd()).as_posix()
    except (OSError, ValueError):
        return Path(file).as_posix()


def _card(asked: Namespace) -> Setting | None:
    """The setting in which an exhibit of the museum fails, or with its fix; None for any other session."""
    if asked.member is None and source.is_exhibit(asked.file):
        exhibit = find_exhibit(asked.file)
        return mended(exhibit) if asked.fix else exhibit.setting
    if asked.fix:
        raise BadParameter("--fix is for exhibits of the museum; name one as museum/NAME, or leave it out.")
    return None


def _told_by(card: Setting | None) -> dict[str, Any]:
    """An exhibit's setting, named as ``configuration.KEYS`` names it; what it leaves open is left out."""
    if card is None:
        return {}
    same = ("strategy", "window", "at", "estimator", "overhead", "counter", "output", "summarizer_window", "provider")
    told = {name: getattr(card, name) for name in same}
    told |= {"set": card.parameters, "protect": list(card.protect)}
    return {name: value for name, value in told.items() if value not in (None, [], {})}


def _by_card(card: Setting | None, whole: bool, fixed: bool) -> str:
    """What was taken from an exhibit's card: all, or the answers alone where settings of one's own were given."""
    how = "with the fix" if fixed else "as reported"
    if card is not None and whole:
        return f"The setting and the summary are the exhibit's, {how}; give --strategy to have your own."
    return "" if card is None or card.summary is None else f"The summary is the exhibit's, {how}."


def _case(asked: Namespace, given: dict[str, Any], card: Setting | None) -> tuple[Case, list[str]]:
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
        carry=None if card is None or card.strategy != strategy.name else partial(carried, setting=card),
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


def _shown(case: Case, providers: list[str], found: Sequence[Found], blocks: set[int]) -> str:
    window = "an unknown window" if case.window is None else f"a window of {case.window:,} tokens"
    who = ", ".join(PROVIDERS[name].label for name in providers)
    said = count(case.at, "message") + ("" if case.real else " (its trigger does not fire)")
    moment = "planned where the trigger first fires, " if case.at == case.watch.fired else ""
    head = (
        f"{titled(case.strategy)} in {window}, {moment}after {said}, for {who}: "
        f"{count(len(found), 'finding')}, {len(blocks):,} of them blocking."
    )
    ranked = sorted(enumerate(found), key=lambda row: SEVERITIES.index(row[1].finding.severity))
    lines = [
        f"{each.finding.severity} {each.finding.code}{' (blocks)' if place in blocks else ''}: {told(each)}\n"
        f"    {each.finding.advice}"
        for place, each in ranked
    ]
    return visible("\n".join([head, *lines]))
