"""Two messages of one side in a row (users D19; test input t19)."""

from collections.abc import Iterator

from compaction_core.findings import Finding, Severity
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class Alternation:
    """Strict templates want user and assistant in turn, and an answer after tool results; Gemini, calls after a user.

    OpenAI takes any order; Anthropic joins neighbours of one role.
    """

    name = "alternation"
    label = "Roles that do not take turns"
    codes = ("roles-alternate", "user-after-tool")

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One finding a run of neighbours, and one for each user message right behind a result."""
        if listed.provider.name.startswith("openai"):
            return
        run: list[int] = []
        for place in [*listed.talk, None]:
            kind = None if place is None else listed.rows[place].kind
            last = listed.rows[run[-1]].kind if run else None
            if place is not None and kind == last and kind != "tool":
                run.append(place)
                continue
            if len(run) > 1:
                yield _run(listed, run)
            if place is not None and kind == "user" and last == "tool" and listed.provider.alternates:
                yield listed.finding(
                    "user-after-tool",
                    _severity(listed, place),
                    f"{listed.name(place)} is a user message right behind a tool result. "
                    + _told(listed, place, "the model must answer a result before the user speaks"),
                    "Put an answer of the model in between, or the text into the result.",
                    (run[-1], place),
                )
            run = [] if place is None else [place]


def _run(listed: Listed, places: list[int]) -> Finding:
    role = listed.rows[places[0]].kind
    what = f"{listed.names(places)} are {len(places)} {role} messages in a row."
    advice = "Join them into one message; for a summary, put it into the message that follows."
    last = places[-1]
    if listed.provider.alternates:
        text = f"{what} {_told(listed, last, 'user and assistant must take turns')}"
        return listed.finding("roles-alternate", _severity(listed, last), text, advice, places)
    if listed.provider.name == "gemini" and any(listed.rows[place].calls for place in places[1:]):
        text = f"{what} {_told(listed, last, 'a turn that calls must follow the user or a result')}"
        return listed.finding("roles-alternate", _severity(listed, last), text, advice, places)
    return listed.finding("roles-alternate", "note", f"{what} {listed.provider.label} takes them.", advice, places)


def _severity(listed: Listed, last: int) -> Severity:
    return "warning" if last < listed.taken else "error"


def _told(listed: Listed, last: int, why: str) -> str:
    """What happens; an order that was answered in the file is not the one that was sent."""
    if last < listed.taken:
        told = listed.rejected(why)
        told = told[0].lower() + told[1:] if told.startswith("A ") else told
        return f"Sent so, {told} The file shows an answer behind it: the client joins or moves them."
    return listed.rejected(why)


rules.add(Alternation())
