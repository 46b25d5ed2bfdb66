"""The condenser in a few lines, and the words of its steps."""

from compaction_core.strategies.openhands.choose import Reason

MODE, RESET = "condense", "hard_reset"
LISTING: tuple[str, ...] = (
    "view = events of the log, without open calls, orphaned results and torn answers",
    "reasons = requested; tokens(view) > limit; len(view) > max_size",
    "requested: tail = len(view) // 2 - keep_first - 1",
    "events:    tail = max_size // 2 - keep_first - 1",
    "tokens:    tail = events behind the shortest part without which tokens(view) < limit // 2",
    "legal = places not between one answer's calls, not while a call is open, not in a thinking loop",
    "start = next legal place from keep_first, and from the system prompt, on",
    "end = next legal place from len(view) - min(tail) on",
    "forgotten = view[start:end]; not available if it is less than minimum_progress",
    "ask for a summary of previews of forgotten",
    "not available, or the summarizer fails: if only events are too many, go on as before",
    "    else hard reset: forgotten = everything behind the system prompt; ask up to 5 times, each time for less",
    "view = view[:start] + [summary, as a user message] + view[end:]",
)
VIEW, REASONS, REQUESTED, EVENTS, TOKENS, LEGAL, START, END, FORGET, ASK, SOFT, HARD_RESET, PLACE = range(len(LISTING))
LINES: dict[Reason, int] = {"request": REQUESTED, "events": EVENTS, "tokens": TOKENS}
