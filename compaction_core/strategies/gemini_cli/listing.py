"""The compression in a few lines; every step names the line it stands for."""

LISTING: tuple[str, ...] = (
    "for tool outputs, newest first:",
    "    over 50,000 tokens in all: keep 20% head and 80% tail of the longest size",
    "if an attempt failed before: take the shortened list, ask no model",
    "target = 0.7 * characters of the list's JSON",
    "cut = first user turn with at least target characters before it",
    "if there is none: cut = end if the list ends in an answer",
    "    else cut = last user turn",
    "if nothing is before the cut: leave all as it is",
    "head = original list if it fits the model, else the shortened one",
    "snapshot = ask(head);  snapshot = check(head, snapshot) or snapshot",
    "if the snapshot is blank, or the new list is larger: leave all as it is",
    "list = snapshot, acknowledgement, shortened messages[cut:]",
)
WALK, SHORTEN, FAILED, TARGET, TURN, EVERYTHING, LAST, NOTHING, HEAD, ASK, REJECT, APPLY = range(len(LISTING))
