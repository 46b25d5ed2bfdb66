"""Masking every text of a record, or of JSON-like values around records, as one document."""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin

from pydantic.fields import FieldInfo

from compaction_core.redaction.masking import redacted
from compaction_core.redaction.placeholders import ALL, RANKS, Kind
from compaction_core.session import Piece, Record

V = TypeVar("V")

# The first line is of a transcript; the rest our own names and choices, which a reader of an export must know again.
_AS_THEY_ARE = frozenset({
    "kind", "role", "id", "call_id", "tool_call_id", "type", "flags", "media_type", "signature", "stop_reason",
    "format", "digest", "strategy", "version", "counter", "basis", "tools_basis", "unit", "origin", "mode",
    "mode_used", "fates", "fate", "summarizer", "severity", "code", "codes", "where", "provider", "providers",
    "level", "ruleId", "$schema", "redacted",
})  # fmt: skip
"""Fields that hold no words of anyone."""


def redact_record(
    record: V,
    kinds: Collection[Kind] = ALL,
    counted: Collection[str] | None = None,
    words: Collection[str] = (),
    beside: Any = (),
) -> tuple[V, dict[Kind, int]]:
    """Mask every text inside a record (a request, a session, a message), or a list or dict of such, as one document.

    The counts are of the fields named in ``counted``, of the record and of records that are its fields, else of all.
    What stands ``beside`` belongs to the document, too: a secret or a name that is known from there is masked here.
    Roles, ids, data URIs, and fields that can only hold a choice stay as they are; what needs no mask is the same
    object as before.
    """
    texts: list[str] = []
    count_it: list[bool] = []

    def collect(text: str) -> str:
        texts.append(text)
        return text

    def walk(found: Record | Piece) -> None:
        kind: type = type(found)
        for name in _fields(kind):
            value = getattr(found, name)
            if isinstance(value, Record | Piece):
                walk(value)
                continue
            _mapped(value, collect)
            count_it.extend([counted is None or name in counted] * (len(texts) - len(count_it)))

    if isinstance(record, Record | Piece):
        walk(record)
    else:
        _mapped(record, collect)
        count_it = [True] * len(texts)
    mine = len(texts)
    _mapped(beside, collect)
    masked = redacted(texts, kinds, words)[:mine]
    asked = [kind for kind in RANKS if kind in kinds or (kind == "word" and words)]
    of_interest = [one.counts for one, wanted in zip(masked, count_it, strict=True) if wanted and one.spans]
    counts = {kind: sum(one[kind] for one in of_interest) for kind in asked}
    new = iter([one.text for one in masked])
    return _mapped(record, lambda _: next(new)), counts


@cache
def _fields(record: type) -> tuple[str, ...]:
    """The fields that may hold a text."""
    fields = _all_fields(record).items()
    return tuple(name for name, field in fields if name not in _AS_THEY_ARE and _holds_text(field.annotation))


def _all_fields(record: type) -> dict[str, FieldInfo]:
    found: dict[str, FieldInfo] = vars(record)["__pydantic_fields__"]  # of a model and of a dataclass alike
    return found


def _holds_text(annotation: Any) -> bool:
    if annotation is str or annotation is Any or annotation is object:
        return True
    if get_origin(annotation) is Literal:
        return False
    if isinstance(annotation, type) and issubclass(annotation, Record | Piece):
        return True
    return any(_holds_text(inner) for inner in get_args(annotation))


def _mapped(value: Any, visit: Callable[[str], str]) -> Any:
    """The same value with every text visited, in a fixed order."""
    if isinstance(value, str):
        return value if value.startswith("data:") else visit(value)
    if isinstance(value, tuple | list):
        items = [_mapped(item, visit) for item in value]
        return value if _same(items, value) else type(value)(items)
    if isinstance(value, dict):
        new = {key: item if key in _AS_THEY_ARE else _mapped(item, visit) for key, item in value.items()}
        return value if _same(new.values(), value.values()) else new
    if isinstance(value, Record | Piece):
        kind: type = type(value)
        names = _fields(kind)
        changed = [_mapped(getattr(value, name), visit) for name in names]
        if _same(changed, [getattr(value, name) for name in names]):
            return value
        changes = dict(zip(names, changed, strict=True))
        if isinstance(value, Record):
            return value.model_copy(update=changes)
        return replace(value, **changes)  # type: ignore[type-var]  # every kind of Piece is a dataclass
    return value


def _same(new: Any, old: Any) -> bool:
    return all(a is b for a, b in zip(new, old, strict=True))
