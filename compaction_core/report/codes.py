"""What each kind of thing that was found in a transcript is called, and what it means."""

from typing import NamedTuple

from compaction_core.session import Flag


class Told(NamedTuple):
    """What a code is called and what it means."""

    what: str
    one: str
    means: str

    def named(self, number: int) -> str:
        """The name that stands beside a number."""
        return self.one if number == 1 else self.what


ALWAYS: dict[str, Told] = {
    "orphan_results": Told(
        "results without a call",
        "result without a call",
        "No call of that id stands before them; most providers refuse such a list.",
    ),
    "unanswered_calls": Told(
        "calls without a result",
        "call without a result",
        "Interrupted, still running, or the result was lost; most providers refuse the list.",
    ),
    "repeated_call_ids": Told(
        "calls with an id used before",
        "call with an id used before",
        "Results are paired with the latest call before them; Anthropic refuses these.",
    ),
    "unreadable_lines": Told(
        "lines that are no JSON object", "line that is no JSON object", "Left out. All other lines were read."
    ),
    "broken_parents": Told(
        "rows whose parent is not in the file",
        "row whose parent is not in the file",
        "The row before each, where there is one, was taken for its parent.",
    ),
    "branches": Told(
        "messages on branches not taken",
        "message on a branch not taken",
        "Rewound, edited or retried: the model no longer saw them.",
    ),
    "repeated_rows": Told(
        "rows that repeat an earlier one",
        "row that repeats an earlier one",
        "A resumed session copies rows; each was read once.",
    ),
    "opaque": Told(
        "blocks that cannot be read",
        "block that cannot be read",
        "Kept as they are, and counted as the text of their JSON.",
    ),
}
"""What is looked for in every session, in this order; 0 is told too."""
FLAGS: dict[Flag, Told] = {
    "meta": Told(
        "messages nobody typed", "message nobody typed", "Injected by the tool: reminders, attachments, command output."
    ),
    "synthetic": Told(
        "messages written by the tool",
        "message written by the tool",
        "They stand in the list, but no model wrote them.",
    ),
    "error": Told(
        "messages that report an error",
        "message that reports an error",
        "A failed request, noted in the place of an answer.",
    ),
    "pruned": Told(
        "results or attachments blanked later",
        "result or attachment blanked later",
        "The file holds the text; the model lost it.",
    ),
}
"""Messages that carry a flag."""
READING: dict[str, Told] = {
    "merged_rows": Told(
        "rows joined to an earlier row", "row joined to an earlier row", "One reply may take several rows."
    ),
    "skipped_rows": Told(
        "rows without a message", "row without a message", "Bookkeeping: titles, snapshots, progress."
    ),
    "compact": Told("compactions on record", "compaction on record", "The list begins anew at each of these messages."),
    "clear": Told(
        "clearings on record",
        "clearing on record",
        "Old results were blanked before these messages; nothing was summarized.",
    ),
    "threads": Told("sub-agent threads", "sub-agent thread", "Kept apart: they never were in the main list."),
}
"""How the file was read; told where there is any."""
