"""What can be typed behind an option: each function is its type for argparse."""

import argparse

KINDS = ("secret", "email", "home_path", "user_name")
"""Those of ``redaction``, which is not imported before a command runs."""


def kinds(text: str) -> tuple[str, ...]:
    """Kinds of what is masked, with commas between; ``all`` and ``none`` too."""
    names = {name.strip() for name in text.split(",")} - {""}
    if wrong := sorted(names - {*KINDS, "all", "none"}):
        raise argparse.ArgumentTypeError(f"there is no kind named {wrong[0][:40]!r}; choose from: {', '.join(KINDS)}")
    return tuple(kind for kind in KINDS if kind in names or "all" in names)


def natural(text: str, otherwise: str = "") -> int:
    """A whole number of 0 or more."""
    try:
        number = int(text.replace(",", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:80]!r} is not a number{otherwise}") from None
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is below 0")
    return number


def size(text: str, otherwise: str = "") -> int:
    """A whole number of 1 or more tokens."""
    number = natural(text, otherwise)
    if number < 1:
        raise argparse.ArgumentTypeError("0 tokens are no window")
    return number


def numbers(text: str) -> tuple[int, ...]:
    """Message numbers with commas between."""
    return tuple(natural(part, ", as in 12,40") for part in text.replace("#", "").split(",") if part.strip())


def window(text: str) -> int | str:
    """Tokens, or ``unknown``."""
    return text if text == "unknown" else size(text, " of tokens, nor unknown")


def moment(text: str) -> int | str:
    """A number of messages, or ``trigger``."""
    return text if text == "trigger" else natural(text, " of messages, nor trigger")


def port(text: str) -> int:
    """A port of this computer."""
    number = natural(text)
    if number > 65535:
        raise argparse.ArgumentTypeError(f"{number} is above 65535")
    return number
