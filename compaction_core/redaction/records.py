"""Masking every text of a record as one document."""

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from compaction_core.redaction.masking import redacted
from compaction_core.redaction.placeholders import ALL, Kind
from compaction_core.session import Record

R = TypeVar("R", bound=Record)

_AS_THEY_ARE = frozenset({"kind", "role", "id", "call_id", "flags", "media_type", "signature", "stop_reason", "format"})


def redact_record(
    record: R, kinds: Collection[Kind] = ALL, counted: Collection[str] | None = None
) -> tuple[R, dict[Kind, int]]:
    """Mask every text inside a record (a request, a session, a message) as one document.

    The counts are of the fields named in ``counted``, of the record and of records that are its fields, else of all.
    Roles, ids and data URIs stay as they are.
    """
    texts: list[str] = []
    count_it: list[bool] = []

    def collect(text: str) -> str:
        texts.append(text)
        return text

    def walk(found: Record) -> None:
        for name in type(found).model_fields:
            value = getattr(found, name)
            if isinstance(value, Record) and name not in _AS_THEY_ARE:
                walk(value)
                continue
            _mapped({name: value}, collect)
            count_it.extend([counted is None or name in counted] * (len(texts) - len(count_it)))

    walk(record)
    masked = redacted(texts, kinds)
    new = iter([one.text for one in masked])
    of_interest = [one.counts for one, wanted in zip(masked, count_it, strict=True) if wanted]
    counts = {kind: sum(one[kind] for one in of_interest) for kind in ALL if kind in kinds}
    return _mapped(record, lambda _: next(new)), counts


def _mapped(value: Any, visit: Callable[[str], str]) -> Any:
    """The same value with every text visited, in a fixed order."""
    if isinstance(value, str):
        return value if value.startswith("data:") else visit(value)
    if isinstance(value, tuple | list):
        return type(value)([_mapped(item, visit) for item in value])
    if isinstance(value, dict):
        return {key: item if key in _AS_THEY_ARE else _mapped(item, visit) for key, item in value.items()}
    if isinstance(value, Record):
        return type(value)(**_mapped({name: getattr(value, name) for name in type(value).model_fields}, visit))
    return value
