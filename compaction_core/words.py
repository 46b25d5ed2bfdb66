"""Numbers in words: with their noun, as a share, as places in a list."""


def count(number: int, noun: str = "message", plural: str | None = None) -> str:
    """A number with its noun.

    >>> count(1), count(1200), count(0, "reply", "replies")
    ('1 message', '1,200 messages', '0 replies')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def an(noun: str) -> str:
    """A noun with its indefinite article, by its first letter; a first u is spoken as in user.

    >>> an("assistant"), an("user"), an("turn_context"), an("event_msg")
    ('an assistant', 'a user', 'a turn_context', 'an event_msg')
    """
    return f"{'an' if noun[:1].lower() in tuple('aeio') else 'a'} {noun}"


def does(number: int, one: str, many: str, noun: str = "message") -> str:
    """A number with its noun and what they do.

    >>> does(1, "stays", "stay"), does(12, "becomes one summary", "become one summary")
    ('1 message stays', '12 messages become one summary')
    """
    return f"{count(number, noun)} {one if number == 1 else many}"


def amount(number: int, unit: str) -> str:
    """A number in a unit that is named in the plural, as triggers name theirs.

    >>> amount(1, "messages"), amount(40, "messages"), amount(1200, "tokens")
    ('1 message', '40 messages', '1,200 tokens')
    """
    return count(number, unit.removesuffix("s"), unit)


def roughly(number: float) -> str:
    """An estimate: one decimal below 10, whole numbers from there on.

    >>> roughly(6.52), roughly(9.96), roughly(6919.5), roughly(10.5), roughly(0)
    ('6.5', '10', '6,920', '10', '0.0')
    """
    return f"{number:,.1f}" if round(number, 1) < 10 else f"{number:,.0f}"


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
