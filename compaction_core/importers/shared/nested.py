"""Values inside values: JSON in strings, and lists spelled out in the keys of flat attributes."""

from collections.abc import Mapping
from typing import Any

from compaction_core.importers.shared.files.lenient_json import parse

_TIMES = 3
_DEEP = 12


def decoded(value: Any) -> Any:
    """What a string of JSON holds, even if it was encoded several times; anything else as it is."""
    for _ in range(_TIMES):
        if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[", '"'):
            return value
        inner = parse(value.encode("utf-8", "replace"))
        if inner is None:
            return value
        value = inner
    return value


def unfolded(attributes: Mapping[str, Any], prefix: str) -> Any:
    """The value under a prefix of dotted keys: ``p.0.role`` and ``p.0.content`` → ``[{"role": …, "content": …}]``.

    A list of objects with dotted keys (``message.role``) is spread too. None where no key starts so.
    """
    if prefix in attributes:
        value = decoded(attributes[prefix])
        return spread(value) if _is_dotted(value) else value
    start = prefix + "."
    found = {key[len(start) :]: value for key, value in attributes.items() if key.startswith(start)}
    return _folded(found) if found else None


def _is_dotted(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) and any("." in k for k in item) for item in value)


def spread(value: Any, depth: int = 0) -> Any:
    """A value whose objects may have dotted keys, as nested objects and lists; at most 12 levels down."""
    if depth > _DEEP:
        return value
    if isinstance(value, list):
        return [spread(item, depth + 1) for item in value]
    if isinstance(value, dict):
        inner = {key: spread(item, depth + 1) for key, item in value.items() if isinstance(key, str)}
        return _folded(inner) if any("." in key for key in inner) else inner
    return value


def _folded(flat: Mapping[str, Any]) -> Any:
    root: dict[str, Any] = {}
    for key, value in flat.items():
        at = root
        *path, last = key.split(".")[: _DEEP + 1]
        for step in path:
            inner = at.get(step)
            if not isinstance(inner, dict):
                inner = at[step] = {}
            at = inner
        at[last] = value
    return _listed(root, 0)


def _listed(value: Any, depth: int) -> Any:
    """Objects whose keys are all numbers, as lists in that order."""
    if not isinstance(value, dict) or depth > _DEEP + 1:
        return value
    inner = {key: _listed(item, depth + 1) for key, item in value.items()}
    if inner and all(key.isascii() and key.isdigit() and len(key) < 7 for key in inner):
        return [inner[key] for key in sorted(inner, key=int)]
    return inner
