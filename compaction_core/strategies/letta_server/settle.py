"""The result in words: the check, the second pass, the fates, and the cap on tool results."""

from dataclasses import replace

from compaction_core.session import Message, ToolResult
from compaction_core.strategies.context import Context
from compaction_core.strategies.letta_code.settle import span
from compaction_core.strategies.letta_server.narrate import Values, index
from compaction_core.strategies.letta_server.trigger import tool_chars
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.turns import runs
from compaction_core.words import count


def check(after: int, threshold: int, mode: str, again: bool, line: int) -> Step:
    """The result against the threshold, without the summary."""
    if after < threshold:
        verdict = f"under the threshold of {threshold:,}: done."
    elif again:
        verdict = f"not under the threshold of {threshold:,}: mode all summarizes again."
    else:
        verdict = f"not under the threshold of {threshold:,}, but only mode sliding_window is followed by another pass."
    return Step(
        kind="measure",
        line=line,
        kept_tokens=after,
        goal=float(threshold),
        valid=after < threshold,
        text=f"What is left, with the tools but without the summary, is {after:,} tokens, {verdict}",
        variables={"tokens_after": after, "threshold": threshold, "mode": mode},
    )


def again(context: Context, lost: int, kept: int, after: int, line: int) -> Step:
    """The second pass, and what it loses."""
    gone = span(context.rows[: lost - 1], "is", "are")
    return Step(
        kind="fallback",
        line=line,
        reason="the result is still at or over the threshold",
        kept_tokens=after,
        text=(
            f"Mode all summarizes what the sliding window kept, still with the sliding window's prompt. The first "
            f"summary is not in that list and is overwritten: {gone} in no summary. {after:,} tokens are left."
        ),
        variables={"lost": lost - 1, "cut": kept, "tokens_after": after},
    )


def too_big(mode: str, reason: str | None, system: int, window: int, line: int) -> Step:
    """No compaction can help."""
    error = f"The system message alone has {system:,} tokens, and the window {window:,}: no compaction can help."
    return Step(
        kind="decide",
        line=line,
        valid=False,
        reason="the system message fills the window",
        text=f"{error} The server gives up and the step fails; shorten the system message.",
        decision=Decision(cut=None, mode_used=mode, fallback_reason=reason, error=error),
    )


def nothing(mode: str, text: str, line: int) -> Step:
    """Nothing is planned."""
    return Step(kind="decide", line=line, text=text, decision=Decision(cut=None, mode_used=mode))


def apply(context: Context, lost: int, kept: int, values: Values, line: int) -> Step:
    """The fates: entries before ``lost`` go without a summary, those before ``kept`` into one."""
    rows = context.rows
    effects = [Effect(fate="drop", start=a, stop=b) for a, b in runs(rows[: lost - 1])]
    effects += [Effect(fate="summarize", start=a, stop=b) for a, b in runs(rows[lost - 1 : kept - 1])]
    dropped = f"{span(rows[: lost - 1], 'goes', 'go')} without a trace; " if lost > 1 else ""
    text = (
        f"{dropped}{span(rows[lost - 1 : kept - 1], 'becomes', 'become')} one summary behind the system message; "
        f"{span(rows[kept - 1 :], 'stays', 'stay')}."
    )
    if kept == 1:
        text = "Nothing stands before the cut: the server has nothing summarized, and its list grows by that summary."
    return Step(
        kind="apply",
        line=line,
        candidate=index(context, kept) if kept <= len(rows) else None,
        text=text[0].upper() + text[1:],
        effects=tuple(effects),
        variables=dict(values),
    )


def capped(context: Context, kept: int, values: Values, line: int) -> Step | None:
    """Kept tool results longer than a request may hold; None where there is none."""
    limit, messages = tool_chars(context.context_window), context.session.messages
    long = [row for row in context.rows[kept - 1 :] if _longest(messages[row]) > limit]
    if not long:
        return None
    effects = (Effect(fate="truncate", start=i, stop=i + 1, instead=_cut(messages[i], limit)) for i in long)
    return Step(
        kind="apply",
        line=line,
        text=(
            f"{'1 kept tool result is' if len(long) == 1 else f'{len(long):,} kept tool results are'} longer than the "
            f"{limit:,} characters a request may hold, and cut in every request."
        ),
        effects=tuple(effects),
        variables=values | {"tool_chars": limit},
    )


def decide(context: Context, tokens: int, kept: int, mode: str, reason: str | None, values: Values, line: int) -> Step:
    """The last word."""
    rows, place = context.rows, index(context, kept)
    stay = len(rows) - kept + 1
    outcome = (
        f"Cut at #{place}: {count(stay)} {'goes' if stay == 1 else 'go'} on; with the system message {tokens:,} tokens"
        if stay
        else f"No message besides the system message goes on; {tokens:,} tokens"
    )
    return Step(
        kind="decide",
        line=line,
        candidate=place if stay else None,
        valid=True,
        kept_tokens=tokens,
        text=f"{outcome} (mode {mode}).",
        variables=dict(values),
        decision=Decision(cut=place, mode_used=mode, fallback_reason=reason),
    )


def _longest(message: Message) -> int:
    return max((len(part.text) for part in message.parts if part.kind == "tool_result"), default=0)


def _cut(message: Message, limit: int) -> Message:
    """The message with its tool result as a request holds it."""
    parts = (
        replace(part, text=f"{part.text[:limit]}... [{len(part.text) - limit} more characters]")
        if isinstance(part, ToolResult) and len(part.text) > limit
        else part
        for part in message.parts
    )
    return replace(message, parts=tuple(parts))
