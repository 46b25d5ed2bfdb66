"""What is wrong in a sketch, in the words of who writes one."""

from pydantic import BaseModel, ValidationError

from compaction_core.importers.sketch.rows import SPEAKERS, Again, Call, Piece, Reported, Said, Sketch

_NOT_PLACES = ("message", "group", "Call", "str")
"""What pydantic calls the alternatives it tried: it says nothing to who wrote the sketch."""
_HOLDERS: dict[str, type[BaseModel]] = {"calls": Call, "call": Call, "parts": Piece, "usage": Reported}
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "a text, in quotation marks where it looks like something else",
    "list": "a list",
    "dict": "keys with values",
    "model": "keys with values, as in `user: Hello`",
}


def told(error: ValidationError) -> str:
    """The first thing that is wrong, with its place, as in "messages.0 has no key 'usr'; a message has one of …"."""
    errors = error.errors(include_input=False, include_url=False)
    # a call is an id, or keys with values: where keys are given, what is wrong in them
    first = next((each for each in errors if "Call" in each["loc"] and each["type"] != "model_type"), errors[0])
    where, kind, context = tuple(first["loc"]), str(first["type"]), first.get("ctx", {})
    if kind in ("extra_forbidden", "missing"):
        holder, key = _place(where[:-1]), where[-1]
        if kind == "missing":
            return f"{holder} lacks the key {str(key)!r}"
        return f"{holder} has no key {str(key)[:40]!r}; {_keys(where[:-1])}"
    place = _place(where)
    limits = {
        "greater_than_equal": ("at least", "ge"),
        "less_than_equal": ("at most", "le"),
        "less_than": ("below", "lt"),
    }
    if kind in limits:
        words, name = limits[kind]
        return f"{place} must be {words} {context[name]:,.0f}"
    if kind == "literal_error":
        return f"{place} must be {context['expected']}"
    known = _KINDS.get(kind.partition("_")[0])
    return f"{place}: {first['msg'].removeprefix('Value error, ')}" if known is None else f"{place} must be {known}"


def _place(where: tuple[int | str, ...]) -> str:
    return ".".join(str(key) for key in where if key not in _NOT_PLACES) or "the sketch"


def _keys(holder: tuple[int | str, ...]) -> str:
    """What the keys are of what stands at that place."""
    if not holder:
        return f"it has {', '.join(Sketch.model_fields)}"
    named = [key for key in holder if isinstance(key, str) and key in _HOLDERS]
    if named:
        return f"it has {', '.join(_HOLDERS[named[-1]].model_fields)}"
    if "group" in holder and "messages" not in holder[1:]:
        return f"it has {', '.join(Again.model_fields)}"
    others = [name for name in Said.model_fields if name not in SPEAKERS]
    return f"a message has one of {', '.join(SPEAKERS)}, and beside it any of {', '.join(others)}"
