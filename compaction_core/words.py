"""Numbers in words: with their noun, as a share, as places in a list."""


def count(number: int, noun: str = "message", plural: str | None = None) -> str:
    """A number with its noun.

    >>> count(1), count(1200), count(0, "reply", "replies")
    ('1 message', '1,200 messages', '0 replies')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def amount(number: int, unit: str) -> str:
    """A number in a unit that is named in the plural, as triggers name theirs.

    >>> amount(1, "messages"), amount(40, "messages"), amount(1200, "tokens")
    ('1 message', '40 messages', '1,200 tokens')
    """
    return count(number, unit.removesuffix("s"), unit)


def percent(part: int, whole: int) -> str:
    """A share in whole percent; a small one is never called nothing, an incomplete one never everything.

    >>> percent(1, 3), percent(1, 1000), percent(999, 1000), percent(0, 5), percent(5, 5), percent(0, 0)
    ('33%', '<1%', '>99%', '0%', '100%', '0%')
    """
    if not part or not whole:
        return "0%"
    if part < whole and 200 * part >= 199 * whole:
        return ">99%"
    return "<1%" if 200 * part < whole else f"{(200 * part + whole) // (2 * whole)}%"


def span(start: int, stop: int) -> str:
    """The numbers of messages[start:stop].

    >>> span(0, 183), span(4, 5)
    ('#0–#182', '#4')
    """
    return f"#{start}" if stop - start == 1 else f"#{start}–#{stop - 1}"
