"""aider's way in a few lines of our own words; the steps name the line they stand for."""

LISTING: tuple[str, ...] = (
    "if tokens(user's and model's messages) <= max: stop",
    "round(messages, depth):",
    "    if 4 messages or fewer, or depth > 3: summarize all of them",
    "    tail = the newest messages, as long as they stay below max // 2",
    "    move its start back until an answer stands before it",
    "    if 4 messages or fewer stand before it: summarize all",
    "    head = what is before, oldest first, as far as the weak model's input - 512 reaches",
    "    drop what of it does not fit",
    "    summary = ask the weak model, and if it fails the main model",
    "    if summary + tail < max: done",
    "    else round(summary + tail, depth + 1)",
    "list = summary, as a user message, + tail",
    "if a user message is last: add a short answer",
)
TOO_BIG, ROUND, FEW, TAIL, BACK, WHOLE, HEAD, DROP, ASK, FITS, AGAIN, PLACE, ANSWER = range(len(LISTING))
