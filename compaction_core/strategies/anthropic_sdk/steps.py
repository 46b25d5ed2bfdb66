"""The tool runner's compaction, step by step: one summary in place of everything, and the last reply is lost.

Source: anthropic 0.125.0, lib/tools/_beta_runner.py. No token is counted; the reply's reported usage decides.
"""

from collections.abc import Iterator

from compaction_core.strategies.anthropic_sdk.parameters import AnthropicSdkParameters
from compaction_core.strategies.anthropic_sdk.runner import Request, request, sent, used
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Decision, Step, effects
from compaction_core.words import count

LISTING: tuple[str, ...] = (
    "used = input + cache writes + cache reads + output of the last reply",
    "if not enabled, or used < context_token_threshold: stop",
    "messages = the runner's list, which does not hold that reply yet",
    "if the last one is the model's: take its calls out",
    "    and drop it if nothing else is in it",
    "add the prompt as a user message",
    "ask the control's model or the runner's, without system prompt and tools",
    "if the first block of its answer is no text: fail",
    "list = one user message with that text",
    "do not run the calls of the reply; call the model again",
)
USED, THRESHOLD, MESSAGES, STRIP, DROP, PROMPT, ASK, NO_TEXT, REPLACE, AGAIN = range(len(LISTING))
MODE = "compact"


def steps(context: Context) -> Iterator[Step]:
    """Leave the reply out, strip, ask, replace."""
    settings: AnthropicSdkParameters = context.parameters
    messages, rows = context.session.messages, context.rows
    yield _measured(context)
    if not settings.enabled:
        yield _nothing(THRESHOLD, "The control is not enabled, so nothing is done.")
        return
    reply = rows[-1] if rows and settings.reply_is_last and messages[rows[-1]].role == "assistant" else None
    listed = rows if reply is None else rows[:-1]
    if reply is not None:
        calls = len(messages[reply].calls)
        yield Step(
            kind="apply",
            line=MESSAGES,
            candidate=reply,
            effects=effects((reply,), "drop"),
            text=(
                f"#{reply} is the reply just received: it is not in the runner's list yet and is lost"
                f"{f', {calls:,} of its calls with it' if calls > 1 else ', its call with it' if calls else ''}."
            ),
        )
    if not listed:
        yield _nothing(MESSAGES, "The runner's list is empty: there is nothing to summarize.", lost=reply)
        return
    asked = request(messages, sent(messages, listed))
    yield from _stripped(asked)
    yield from _replaced(context, asked, reply)


def _measured(context: Context) -> Step:
    """What the trigger would say; the plan goes on whatever it says."""
    messages, limit = context.session.messages, context.parameters.context_token_threshold
    replies = (messages[row] for row in reversed(context.rows) if messages[row].role == "assistant")
    last = next(replies, None)
    known = last is not None and used(last.usage) > 0
    total = used(last.usage) if last is not None and known else context.tokens(0, len(context.rows))
    basis = "reported with the last reply" if known else "estimated, because the last reply has no report"
    side = "at or above" if total >= limit else "below"
    return Step(
        kind="start",
        line=USED,
        kept_tokens=total,
        goal=limit,
        valid=total >= limit,
        text=f"{total:,} tokens, {basis}: {side} the threshold of {limit:,}.",
        variables={"used": total, "threshold": limit},
    )


def _stripped(asked: Request) -> Iterator[Step]:
    """The rule for a list that ends with the model's message."""
    if asked.without_calls is not None:
        text = f"#{asked.without_calls} is the model's and last in the list: its calls are not sent."
        yield Step(kind="apply", line=STRIP, candidate=asked.without_calls, text=text)
    if asked.dropped:
        yield Step(
            kind="apply",
            line=DROP,
            candidate=asked.dropped[0],
            effects=effects(asked.dropped, "drop"),
            text=f"#{asked.dropped[0]} is the model's, last in the list, and only calls: it is dropped unread.",
        )


def _replaced(context: Context, asked: Request, reply: int | None) -> Iterator[Step]:
    gone = [row for message in asked.messages for row in message.rows]
    if not gone:
        yield _nothing(PROMPT, "Only the prompt is left to send: there is nothing to summarize.", lost=reply)
        return
    merged = f" ({len(asked.messages):,} in the API's list)" if len(asked.messages) != len(gone) else ""
    yield Step(
        kind="apply",
        line=ASK,
        effects=effects(gone, "summarize"),
        text=(
            f"{count(len(gone))}{merged} and the prompt are sent, without system prompt and tools: "
            f"{sum(context.measured.counts[row] for row in gone):,} tokens."
        ),
    )
    yield Step(
        kind="decide",
        line=REPLACE,
        kept_tokens=0,
        text=(
            "One user message with the summary takes the place of everything, and the runner calls the model again, "
            "even if the lost reply had ended the task."
        ),
        variables={"without_calls": asked.without_calls},
        decision=Decision(cut=context.end, mode_used=MODE),
    )


def _nothing(line: int, text: str, lost: int | None = None) -> Step:
    """No summary; a lost reply alone still leaves the list."""
    return Step(
        kind="decide",
        line=line,
        text=text,
        decision=Decision(cut=None if lost is None else lost + 1, mode_used=MODE),
    )
