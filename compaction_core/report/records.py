"""A compaction as JSON: the records themselves, and what they were made from."""

import json
import math
from typing import Any

from compaction_core.compaction import Compaction
from compaction_core.importers.compaction_explorer import SESSION
from compaction_core.redaction import Kind, Masking, told
from compaction_core.session import Session
from compaction_core.strategies.base import strategies

EVERYTHING = Masking()


def to_json(session: Session, compaction: Compaction, *later: Compaction, masking: Masking = EVERYTHING) -> str:
    """One JSON object: ``session`` (its facts and digest, without the messages), ``compaction``, and what was edited.

    Secrets and personal data are masked, unless ``masking`` says otherwise: ``redacted`` says how many of each kind,
    null where nothing was looked for. Numbers and the digest are those of the texts as they were.

    The messages stand once, in the compaction: what was summarized in ``request``, what stays in ``view``.
    ``Compaction.model_validate_json`` of the ``compaction`` part gives the record, masked. ``later_passes`` are the
    passes that the system makes over the list that came of it (see ``passes.carry``), where there are any.
    """
    facts = session.model_dump(mode="json", exclude={"messages", "threads"})
    facts |= {"digest": session.digest, "messages": len(session.messages), "threads": len(session.threads)}
    edited = {"summary": compaction.summary.basis == "given", "wrapper": list(rewrapped(compaction))}
    # a name that only an evicted path tells is known from the session
    (facts, compaction, later), counts = masking.applied((facts, compaction, later), beside=session.messages)
    value: dict[str, Any] = {"session": facts, "compaction": compaction.model_dump(mode="json"), "edited": edited}
    if later:
        value["later_passes"] = [each.model_dump(mode="json") for each in later]
    return dumps({**value, **_masked(masking, counts)}, indent=2)


def session_json(session: Session, masking: Masking = EVERYTHING) -> str:
    """A session as this program's own JSON, which ``load`` reads again: equal with ``NO_MASKING``, else masked."""
    shown, counts = masking.applied(session)
    return dumps({**session_value(shown), "digest": session.digest, **_masked(masking, counts)})


def session_value(session: Session) -> dict[str, Any]:
    """The same as JSON-like values, with the session as it is."""
    return {SESSION: session.model_dump(mode="json"), "digest": session.digest}


def _masked(masking: Masking, counts: dict[Kind, int]) -> dict[str, Any]:
    """How many of each kind were masked."""
    if not masking.on:
        return {"redacted": None}
    return {"redacted": counts, **({"redaction": told(counts)} if any(counts.values()) else {})}


def rewrapped(compaction: Compaction) -> dict[str, Any]:
    """The fields of the wrapper that are not the strategy's own, with their values."""
    own = strategies.get(compaction.plan.strategy).wrapper(compaction.plan).model_dump()
    return {name: value for name, value in compaction.wrapper.model_dump().items() if value != own[name]}


def dumps(value: Any, *, indent: int | None = None, ascii_only: bool = False) -> str:
    """Valid JSON always: NaN and infinities become null, control characters are escaped.

    >>> dumps({"goal": float("nan"), "text": chr(0x9B)})
    '{"goal": null, "text": "\\\\u009b"}'
    """
    try:
        text = json.dumps(value, ensure_ascii=ascii_only, allow_nan=False, indent=indent)
    except ValueError:
        text = json.dumps(_finite(value), ensure_ascii=ascii_only, allow_nan=False, indent=indent)
    return text.translate(_CONTROLS)


_CONTROLS = {
    # C1 controls, and what turns the reading direction; lone surrogates, which UTF-8 does not hold
    code: f"\\u{code:04x}"
    for code in (*range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A), *range(0xD800, 0xE000))
}


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, list | tuple) else value
