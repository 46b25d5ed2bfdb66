"""When SummarizationMiddleware runs: any of several clauses, each of which asks for all of its conditions.

Source: langchain 1.5.2, ``agents/middleware/summarization.py``. A condition is met at or above its value. ``fraction``
is a share of the model's input limit, rounded down, at least 1. Tokens count as reached too when the newest assistant
message reports so many.
"""

import math
import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

Kind = Literal["messages", "tokens", "fraction"]


class Condition(NamedTuple):
    """``kind`` >= ``value``."""

    kind: Kind
    value: float

    def __str__(self) -> str:
        """As the settings write it."""
        return f"{self.kind}>={self.value:g}" if self.kind == "fraction" else f"{self.kind}>={int(self.value)}"


Clause = tuple[Condition, ...]


def parsed(text: str) -> tuple[Clause, ...]:
    """Clauses from text; raises ValueError that says how to write them.

    >>> [" and ".join(map(str, clause)) for clause in parsed("messages>=50 and tokens>=4000 or fraction >= 0.8")]
    ['messages>=50 and tokens>=4000', 'fraction>=0.8']
    """
    if not text.strip():
        return ()
    return tuple(tuple(_condition(one) for one in re.split(r"\band\b", clause)) for clause in re.split(r"\bor\b", text))


def _condition(text: str) -> Condition:
    found = re.fullmatch(r"\s*(messages|tokens|fraction)\s*>=\s*(\d+(?:\.\d+)?)\s*", text)
    if found is None:
        raise ValueError(
            f"{text.strip()!r} is no condition; write for instance: messages>=50 and tokens>=4000 or fraction>=0.8"
        )
    kind: Kind = "messages" if found[1] == "messages" else "tokens" if found[1] == "tokens" else "fraction"
    value = float(found[2])
    if kind == "fraction" and not 0 < value <= 1:
        raise ValueError(f"fraction>={found[2]} is no share; write a number above 0 and up to 1")
    if kind != "fraction" and (value < 1 or value != math.floor(value)):
        raise ValueError(f"{kind}>={found[2]} is no count; write a whole number from 1 on")
    return Condition(kind, value)


def tokens_of(condition: Condition, max_input_tokens: int | None) -> int | None:
    """Tokens from which a condition on tokens is met; None for another one, or without a limit.

    >>> tokens_of(Condition("fraction", 0.8), 999), tokens_of(Condition("fraction", 0.0001), 999)
    (799, 1)
    """
    if condition.kind == "tokens":
        return int(condition.value)
    if condition.kind == "messages" or max_input_tokens is None:
        return None
    return max(1, int(max_input_tokens * condition.value))


def met(clauses: Iterable[Clause], messages: int, tokens: int, max_input_tokens: int | None) -> bool:
    """Whether a list of so many messages triggers; ``tokens`` is the larger of what is counted and what is reported."""
    return reached(needs(clauses, max_input_tokens), messages, tokens)


def needs(clauses: Iterable[Clause], max_input_tokens: int | None) -> list[tuple[float, float]]:
    """For each clause that can be met, the messages and the tokens from which on it is."""
    found = []
    for clause in clauses:
        lines = [tokens_of(each, max_input_tokens) for each in clause if each.kind != "messages"]
        counted = [line for line in lines if line is not None]
        if len(counted) == len(lines):
            messages = max((each.value for each in clause if each.kind == "messages"), default=-math.inf)
            found.append((messages, max(counted, default=-math.inf)))
    return found


def reached(needed: Iterable[tuple[float, float]], messages: int, tokens: int) -> bool:
    """Whether any of ``needs`` is met."""
    for least, line in needed:  # noqa: SIM110 - asked once a message, and a generator takes twice as long
        if messages >= least and tokens >= line:
            return True
    return False


def line(clauses: Sequence[Clause], max_input_tokens: int | None) -> int | None:
    """Tokens that must be exceeded, by the clauses that ask for tokens alone; None where none does."""
    lines = [tokens_of(clause[0], max_input_tokens) for clause in clauses if len(clause) == 1]
    return min((found - 1 for found in lines if found is not None), default=None)


def told(clauses: Sequence[Clause]) -> str:
    """The clauses in words; empty where there are none."""
    return " or ".join(" and ".join(map(str, clause)) for clause in clauses)
