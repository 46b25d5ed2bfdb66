"""Hermes' algorithm in a few lines; every step names the line it stands for."""

LISTING: tuple[str, ...] = (
    "head = first 3 messages; after a first compaction: none",
    "if the list has at most head + 4 messages: do nothing",
    "older than tail tokens and 20 messages: outputs to one line, arguments cut",
    "start = head, and on over tool results",
    "walk back from the end while tokens <= 1.5 * tail, or fewer than 8 messages",
    "    if that takes everything: walk back again while tokens <= tail",
    "at least 8 messages stay, and at least 1 goes",
    "    move cut before the call whose results end at it",
    "    move cut back to the last user message",
    "    move cut back to the last answer with text",
    "summary = ask(messages[start:cut], earlier summary)",
    "role = keeps user and assistant in turn; else merge into messages[cut]",
    "drop results without a call, calls without a result, old images",
    "list = messages[:start], summary, messages[cut:]",
)
HEAD, TOO_FEW, PRUNE, START, WALK, AGAIN, FLOOR, PAIR, USER, ANSWER, ASK, ROLE, REPAIR, APPLY = range(len(LISTING))
