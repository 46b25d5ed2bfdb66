"""``SummarizationMiddleware`` in a few lines."""

MODE = "summarize"
LISTING: tuple[str, ...] = (
    "total = tokens(messages), scaled by reported usage",
    "run if any trigger is met",
    "keep messages: if there are no more: nothing to do",
    "    cut = count - keep",
    "keep tokens: if total <= keep: nothing to do",
    "    low, high = 0, count; while low < high: middle = (low + high) // 2",
    "        if tokens(messages[middle:]) <= keep: cut, high = middle, middle; else low = middle + 1",
    "    if nothing fits: cut = the newest message",
    "if the message at the cut is a tool result:",
    "    cut = the assistant message with its call, or behind the results if there is none",
    "if cut is 0: nothing to do",
    "read = newest 4,000 tokens of messages[:cut], from a user message on",
    "ask for a summary of read; if nothing is left, take a fixed sentence",
    "messages = [summary, as a user message] + messages[cut:]",
)
(TOTAL, TRIGGER, FEW, BY_COUNT, ENOUGH, BISECT, COMPARE, NEWEST, RESULT, PAIR, ZERO, READ, ASK, PLACE) = range(
    len(LISTING)
)
