"""Edits of a file that is a list of lines: passages that occur once, replacing them, and the diff that shows it."""


def lines_above(lines: list[str], at: int, count: int) -> int:
    """How many lines above the 0-based line ``at`` make a passage of ``count`` lines there occur only once."""
    others = [n for n in _starts(lines, at, count) if n != at]
    above = 0
    while others and above < at:
        above += 1
        others = [n for n in others if n >= above and lines[n - above] == lines[at - above]]
    return above


def _starts(lines: list[str], at: int, count: int) -> list[int]:
    """Where the passage stands, itself included."""
    first, passage = lines[at], lines[at : at + count]
    return [n for n, line in enumerate(lines) if line == first and lines[n : n + count] == passage]


def replace(lines: list[str], path: str, at: int, old: list[str], new: list[str]) -> str:
    """Replace the lines ``old`` that stand at the 0-based line ``at`` by ``new``, in place; returns the diff."""
    lines[at : at + len(old)] = new
    # what both begin and end with alike is context, as in any diff
    same = _alike(old, new)
    end = _alike(old[same:][::-1], new[same:][::-1])
    old, new = old[same : len(old) - end], new[same : len(new) - end]
    start, stop = at + same, at + same + len(new)
    return diff(path, max(0, start - 3), lines[max(0, start - 3) : start], old, new, lines[stop : stop + 3])


def _alike(one: list[str], other: list[str]) -> int:
    """How many lines two lists have in common at their beginning."""
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count


def diff(path: str, at: int, head: list[str], old: list[str], new: list[str], tail: list[str]) -> str:
    """One hunk in the unified format, with its file header; ``at`` is the 0-based line of ``head``."""
    around = len(head) + len(tail)
    body = [f" {x}" for x in head] + [f"-{x}" for x in old] + [f"+{x}" for x in new] + [f" {x}" for x in tail]
    mark = f"@@ -{at + 1},{around + len(old)} +{at + 1},{around + len(new)} @@"
    return "\n".join([f"--- a/{path}", f"+++ b/{path}", mark, *body])
