"""The wire format of Protocol Buffers (protobuf.dev, "Encoding"), without a schema: field numbers and raw values."""

from collections.abc import Iterator

_VARINT, _EIGHT, _LENGTH, _FOUR = 0, 1, 2, 5
_LONGEST_VARINT = 10
_MOST_FIELDS = 1_000_000

Field = tuple[int, int | bytes]


def fields(data: bytes) -> list[Field]:
    """The fields in order: a number, or the bytes of anything else. Empty where the bytes are no message."""
    found: list[Field] = []
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        number, kind = key >> 3, key & 7
        if at < 0 or not number or len(found) >= _MOST_FIELDS:
            return []
        value: int | bytes
        if kind == _VARINT:
            value, at = _varint(data, at)
        else:
            size, at = _varint(data, at) if kind == _LENGTH else ({_EIGHT: 8, _FOUR: 4}.get(kind, -1), at)
            if at < 0 or size < 0 or at + size > len(data):
                return []
            value, at = data[at : at + size], at + size
        if at < 0:
            return []
        found.append((number, value))
    return found


def every(message: list[Field], number: int) -> Iterator[bytes]:
    """The bytes of each field of that number."""
    return (value for own, value in message if own == number and isinstance(value, bytes))


def count(message: list[Field], number: int) -> int:
    """The last number under a field; 0 where there is none."""
    return next((value for own, value in reversed(message) if own == number and isinstance(value, int)), 0)


def text(message: list[Field], number: int) -> str:
    """The last text under a field; empty where there is none."""
    return next((value.decode("utf-8", "replace") for value in reversed(list(every(message, number)))), "")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number and the place after it; -1 for the place where the bytes end before the number does."""
    value = 0
    for step, byte in enumerate(data[at : at + _LONGEST_VARINT]):
        value |= (byte & 0x7F) << (7 * step)
        if byte < 0x80:
            return value, at + step + 1
    return 0, -1
