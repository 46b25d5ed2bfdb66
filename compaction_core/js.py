"""JavaScript's view of strings and numbers: half of the systems replayed here count and print with it."""

import json
import math
import re
from datetime import UTC, datetime
from json.encoder import encode_basestring
from typing import Any

SHORT = 128
"""Characters from which on it is quicker to look for what JSON escapes than to write the JSON."""
_PLAIN = bytes(byte for byte in range(256) if byte >= 32 and byte not in b'"\\')
_LONE = re.compile("[\ud800-\udfff]")


def utf16_length(text: str) -> int:
    """JavaScript's ``length``: UTF-16 code units. An emoji is 2.

    >>> utf16_length("añ中😀")
    5
    """
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf16_slice(text: str, start: int, stop: int) -> str:
    """JavaScript's ``slice`` with non-negative bounds; a halved pair becomes U+FFFD."""
    if text.isascii():
        return text[start:stop]
    raw = text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * stop]
    return raw.decode("utf-16-le", "replace")


def round_half_up(value: float) -> int:
    """JavaScript's ``Math.round``.

    >>> round_half_up(6.5), round_half_up(-0.5), round_half_up(0.49999999999999994)
    (7, 0, 0)
    """
    floor = math.floor(value)
    return floor + 1 if value - floor >= 0.5 else floor


def iso_time(seconds: float) -> str:
    """JavaScript's ``toISOString`` of a time in seconds since 1970, UTC.

    >>> iso_time(0), iso_time(1767225599.9999)
    ('1970-01-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z')
    """
    moment = datetime.fromtimestamp(math.floor(seconds * 1000) / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def number(value: float) -> str:
    """How JavaScript prints a number.

    >>> number(1.0), number(0.1), number(1e21), number(1e-7), number(123456789012345680000)
    ('1', '0.1', '1e+21', '1e-7', '123456789012345680000')
    """
    value = float(value)
    if not math.isfinite(value):
        return "null"
    if value == 0:
        return "0"
    mantissa, _, exponent = f"{value!r}".replace("-", "", 1 if value < 0 else 0).partition("e")
    sign = "-" if value < 0 else ""
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if 0 < point <= 21:
        return sign + (digits.ljust(point, "0") if len(digits) <= point else f"{digits[:point]}.{digits[point:]}")
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power = point - 1
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if power >= 0 else '-'}{abs(power)}"


def json_length(text: str) -> int:
    """UTF-16 units of a text as ``JSON.stringify`` writes it, quotes included.

    >>> json_length('a"b'), json_length("😀"), json_length("\\ud800")
    (6, 4, 8)
    """
    length = json_characters(text)
    if text.isascii():
        return length
    return length + utf16_length(text) - len(text) + 5 * len(_LONE.findall(text))  # half a pair is written as \udxxx


def json_characters(text: str) -> int:
    """Characters (code points) of a text as JSON with other scripts as they are, quotes included.

    >>> json_characters("é\\n"), json_characters("\\x01" * 200)
    (5, 1202)
    """
    if len(text) < SHORT:
        return len(encode_basestring(text))
    escaped = text.encode("utf-8", "surrogatepass").translate(None, _PLAIN)
    unnamed = len(escaped.translate(None, b'"\\\n\r\t\b\f')) if escaped else 0  # these are written as \u0000
    return len(text) + 2 + len(escaped) + 4 * unnamed


def compact_json(value: Any) -> str:
    """``JSON.stringify(value)`` of a parsed value (key order aside, which no length depends on).

    >>> compact_json({"a": [1.0, None, "é\\n"]})
    '{"a":[1,null,"é\\\\n"]}'
    """
    match value:
        case str():
            return encode_basestring(value)
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return number(value)
        case list():
            return f"[{','.join(map(compact_json, value))}]"
        case dict():
            items = [f"{encode_basestring(name)}:{compact_json(inner)}" for name, inner in value.items()]
            return f"{{{','.join(items)}}}"
    raise TypeError(f"not a JSON value: {type(value).__name__}")


def recompacted(arguments: str) -> str:
    """A JSON string as JavaScript would print it after parsing; unchanged where it is not JSON."""
    try:
        return compact_json(json.loads(arguments))
    except (ValueError, RecursionError, OverflowError):
        return arguments
