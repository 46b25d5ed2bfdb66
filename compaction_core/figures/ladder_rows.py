"""The lines of the ladder's picture, in words: the first request, the rungs, the tries on them, and the ending."""

from collections.abc import Iterator
from typing import Literal

from compaction_core.figures import theme
from compaction_core.session import Record
from compaction_core.summarizers.ladder import Attempt, Ladder, Rung

NAME = 24
"""Characters shown of a model's name."""


class Row(Record):
    """One line: a step (the first request or a rung), a try on it, or the ending."""

    what: Literal["step", "try", "ending"]
    depth: int = 0
    """0 for the first request, then one more a rung; the ending stands one below the last rung that was reached."""
    text: str
    mark: str = ""
    """Of a try: whole, failed, injected, running, planned, cancelled; of the ending: stored, kept, failed, …, open."""
    reached: bool = False
    chars: int = 0
    """Characters sent by a try."""
    said: str = ""
    """What the provider or the network said; untrusted."""


def rows(plan: Ladder, attempts: tuple[Attempt, ...] = (), running: bool = False) -> tuple[Row, ...]:
    """All lines of the picture. A rung that was passed over says so."""
    last = max((-1 if one.rung is None else one.rung for one in attempts), default=-1)
    ended = bool(attempts) and not running
    gave_up = ended and attempts[-1].verdict not in ("ok", "cancelled", None)
    found: list[Row] = []
    asked = f" · {_short(attempts[0].model.rpartition('/')[2])}" if attempts and attempts[0].model else ""
    found.append(Row(what="step", depth=0, text=f"First request{asked}", reached=bool(attempts)))
    found.extend(_tries(plan, None, attempts, ended))
    for i, rung in enumerate(plan.rungs):
        tries = tuple(_tries(plan, i, attempts, ended))
        reached = any(one.rung == i for one in attempts) or (gave_up and i == plan.end)
        passed = not reached and attempts and i < plan.end and (i < last or gave_up)
        text = f"{i} · {words(rung)}" + (" · passed over" if passed else "")
        found.append(Row(what="step", depth=i + 1, text=text, reached=reached))
        found.extend(tries)
    below = max(row.depth for row in found if row.reached) if ended else len(plan.rungs)
    found.append(_ending(plan, attempts, ended).model_copy(update={"depth": below + 1}))
    return tuple(found)


def words(rung: Rung) -> str:
    """A rung with its settings, in a few words."""
    match rung.kind:
        case "retry":
            times = "once" if rung.times == 1 else f"up to {rung.times} times"
            return f"Retry {times}" + (f", {rung.wait:g} s between" if rung.wait else "")
        case "smaller":
            return "Smaller input"
        case "model":
            return f"Other model: {_short(rung.settings.model)}"
        case "offline":
            return "Offline summary"
        case "keep":
            return "Keep unchanged"
        case "error":
            return "Report the error"


def _short(name: str | None) -> str:
    name = name or ""
    return name if len(name) <= NAME else f"{name[: NAME - 1]}…"


def _tries(plan: Ladder, rung: int | None, attempts: tuple[Attempt, ...], ended: bool) -> Iterator[Row]:
    """The rung's attempts, then the faults that still wait for one."""
    depth = 0 if rung is None else rung + 1
    own = [one for one in attempts if one.rung == rung]
    for one in own:
        yield Row(
            what="try",
            depth=depth,
            text=_tried(one),
            mark=_mark(one),
            reached=True,
            chars=0 if one.origin == "injected" or one.model is None else one.chars,
            said=one.error or "",
        )
    for number, fault in sorted(plan.faults(rung).items()):
        if number >= len(own) and not ended:
            which = f"try {number}: " if rung is not None else ""
            yield Row(what="try", depth=depth, text=f"{which}{fault} is injected here", mark="planned")


def _mark(one: Attempt) -> str:
    if one.verdict is None:
        return "running"
    if one.verdict == "cancelled":
        return "cancelled"
    if one.origin == "injected":
        return "injected"
    return "whole" if one.verdict == "ok" else "failed"


def _tried(one: Attempt) -> str:
    if one.model is None:
        return f"written here · {one.seconds:.1f} s"
    verdict = {None: "running", "ok": "whole"}.get(one.verdict, str(one.verdict).replace("_", " "))
    if one.origin == "injected":
        return f"{verdict}, injected · nothing sent"
    seconds = "" if one.verdict is None else f" · {one.seconds:.1f} s"
    recorded = ", recorded" if one.origin == "recorded" else ""
    return f"{verdict}{recorded}{seconds} · {theme.short(one.chars)} chars"


def _ending(plan: Ladder, attempts: tuple[Attempt, ...], ended: bool) -> Row:
    verdict = attempts[-1].verdict if attempts else None
    keeps = plan.end < len(plan.rungs) and plan.rungs[plan.end].kind == "keep"
    if not ended:
        safe = any(rung.kind == "offline" for rung in plan.rungs[: plan.end])
        text = "No message is lost" if safe else f"If all fails: {'kept' if keeps else 'error'}, no message is lost"
        return Row(what="ending", text=text, mark="open")
    if verdict == "ok":
        return Row(what="ending", text="Stored", mark="stored", reached=True)
    if verdict == "cancelled":
        return Row(what="ending", text="Cancelled; no message is lost", mark="cancelled", reached=True)
    if keeps:
        return Row(what="ending", text="Kept unchanged; no message is lost", mark="kept", reached=True)
    return Row(what="ending", text="Error; no message is lost", mark="failed", reached=True)


def told(plan: Ladder, attempts: tuple[Attempt, ...] = (), running: bool = False) -> str:
    """The picture in words, top to bottom."""
    lines = []
    for row in rows(plan, attempts, running):
        pale = "" if row.reached or row.what != "step" else " (not reached)" if attempts else ""
        lines.append(f"{row.text}{pale}.")
    return "The fallback ladder, from the top. " + " ".join(lines)
