"""Values as OTLP, Jaeger and trace databases spell them, as plain ones."""

from collections.abc import Iterable
from typing import Any

from compaction_core.importers.shared.values import seconds

_DEEP = 12


def flat_attributes(attributes: dict[str, Any]) -> dict[str, Any]:
    """Nested attributes with dotted keys, three levels down: ``{"llm": {"model_name": …}}`` → ``llm.model_name``."""
    flat: dict[str, Any] = {}
    for key, value in attributes.items():
        if "." in key or not isinstance(value, dict):
            flat[key] = value
            continue
        for second, inner in value.items():
            flat[f"{key}.{second}"] = inner
            for third, innermost in inner.items() if isinstance(inner, dict) else ():
                flat[f"{key}.{second}.{third}"] = innermost
                if isinstance(innermost, dict):
                    flat |= {f"{key}.{second}.{third}.{fourth}": last for fourth, last in innermost.items()}
    return flat


def plain_attributes(value: Any) -> dict[str, Any]:
    """OTLP attributes (a list of ``key`` and ``value``), or an object of them, as plain values."""
    if isinstance(value, dict):
        return flat_attributes(value)
    pairs = ((item.get("key"), item.get("value")) for item in objects(value))
    return {key: plain(inner, 0) for key, inner in pairs if isinstance(key, str)}


def plain(value: Any, depth: int) -> Any:
    """The value inside an OTLP AnyValue."""
    if not isinstance(value, dict) or depth > _DEEP:
        return value
    for key in ("stringValue", "boolValue", "doubleValue", "intValue", "string_value", "int_value", "bytesValue"):
        if key in value:
            number = key in ("intValue", "int_value") and isinstance(value[key], str) and value[key].isdecimal()
            return int(value[key][:18]) if number else value[key]
    inner = value.get("arrayValue") or value.get("array_value")
    if isinstance(inner, dict):
        listed = inner.get("values")
        return [plain(item, depth + 1) for item in listed] if isinstance(listed, list) else []
    pairs = value.get("kvlistValue") or value.get("kvlist_value")
    if isinstance(pairs, dict):
        return {str(p.get("key")): plain(p.get("value"), depth + 1) for p in objects(pairs.get("values"))}
    return value


def tags(value: Any) -> dict[str, Any]:
    """Jaeger's tags as an object."""
    return {tag["key"]: tag.get("value") for tag in objects(value) if isinstance(tag.get("key"), str)}


def objects(value: Any) -> Iterable[dict[str, Any]]:
    """The objects in a list; none where it is no list."""
    return (item for item in value if isinstance(item, dict)) if isinstance(value, list) else ()


def first_text(value: dict[str, Any], *keys: str) -> str:
    """The first string under one of the keys that is not empty."""
    found = (value.get(key) for key in keys)
    return next((text for text in found if isinstance(text, str) and text), "")


def first_moment(row: dict[str, Any], *keys: str) -> float | None:
    """The first time under one of the keys, in seconds since 1970."""
    return next((found for key in keys if (found := moment(row.get(key))) is not None), None)


def moment(value: Any) -> float | None:
    """Nanoseconds are written as a number or as its digits; other libraries write ISO 8601."""
    digits = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 21
    return seconds(int(value)) if digits else seconds(value)
