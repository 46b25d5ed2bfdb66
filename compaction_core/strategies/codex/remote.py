"""Codex's remote compaction, step by step: the server answers with a list, and Codex keeps some of its items.

Source: openai/codex compact_remote.rs (2026). The answer of /responses/compact is documented as all user messages
followed by one compaction item. That item is encrypted; here a readable summary stands for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from compaction_core.session import Message, Text
from compaction_core.strategies.codex.keeping import is_session_note
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message
from compaction_core.turns import runs
from compaction_core.words import count

LISTING: tuple[str, ...] = (
    "total = tokens(history)",
    "while total > window and the last message is the model's or a tool's:",
    "    drop the last message",
    "send history, instructions and tools to the server",
    "of its answer, keep user messages, assistant messages and compaction items",
    "drop developer messages, session notes and everything of tools",
    "the compaction item stands last",
)
TOTAL, WHILE, DROP, SEND, KEEP, REST, PLACE = range(len(LISTING))


def fitting(roles: Sequence[str], tokens: Sequence[int], window: int | None) -> int:
    """How many messages are sent: from the end, the model's and tools' go while the list is above the window.

    >>> fitting(("user", "assistant", "tool"), (10, 20, 30), 40), fitting(("user", "assistant", "user"), (9, 9, 9), 5)
    (2, 3)
    """
    stop, total = len(roles), sum(tokens)
    while window is not None and total > window and stop and roles[stop - 1] in ("assistant", "tool"):
        stop -= 1
        total -= tokens[stop]
    return stop


def steps(context: Context) -> Iterator[Step]:
    """Trim, send, filter; the last step decides."""
    rows, messages, window = context.rows, context.session.messages, context.context_window
    n, total = len(rows), context.tokens(0, len(context.rows))
    against = "the window is unknown, so all of them are sent" if window is None else f"the window holds {window:,}"
    yield Step(
        kind="start",
        line=TOTAL,
        kept_tokens=total,
        goal=window,
        text=f"{count(n)} with {total:,} tokens; {against}.",
        variables={"messages": n, "total": total},
    )
    sent = fitting([messages[i].role for i in rows], [context.measured.counts[i] for i in rows], window)
    if sent < n:
        left = context.tokens(0, sent)
        yield Step(
            kind="measure",
            line=DROP,
            kept_tokens=left,
            goal=window,
            valid=window is not None and left <= window,
            reason=None if window is not None and left <= window else "a user message is last",
            effects=tuple(Effect(fate="drop", start=start, stop=stop) for start, stop in runs(rows[sent:])),
            text=(
                f"{count(n - sent)} of the model and its tools at the end (from #{rows[sent]}) "
                f"{'is' if n - sent == 1 else 'are'} dropped unread: "
                f"{left:,} tokens are sent."
            ),
            variables={"messages": sent, "total": left},
        )
    yield from _filter(context, rows[:sent])


def _filter(context: Context, sent: Sequence[int]) -> Iterator[Step]:
    """What of the answer stays."""
    messages, returned = context.session.messages, context.parameters.answer_holds_assistant_messages
    kept, shown, tokens = list[int](), list[Effect](), 0
    for index in sent:
        message = messages[index]
        theirs = returned and message.role == "assistant" and message.summary is None and bool(_texts(message))
        if not theirs and (message.role != "user" or is_session_note(message)):
            continue
        kept.append(index)
        size = context.measured.counts[index]
        if theirs and len(_texts(message)) < len(message.parts):  # calls and reasoning are items of their own, and go
            instead = replace(message, parts=_texts(message))
            shown.append(Effect(fate="truncate", start=index, stop=index + 1, instead=instead))
            size = _counted(context, instead, size)
        tokens += size
    stay = set(kept)
    gone = [i for i in sent if i not in stay]
    if not gone:
        dropped = len(sent) < len(context.rows)
        yield Step(
            kind="decide",
            line=REST,
            text="The server would return every message that is sent; there is nothing for its item to stand for.",
            decision=Decision(cut=context.end if dropped else None, mode_used="remote"),
        )
        return
    whose = "from the user or with a text of the model" if returned else "from the user"
    yield Step(
        kind="apply",
        line=KEEP,
        effects=(*(Effect(fate="summarize", start=start, stop=stop) for start, stop in runs(gone)), *shown),
        text=(
            f"{count(len(kept))} {whose} {'stays' if len(kept) == 1 else 'stay'}; {count(len(gone))} "
            f"{'goes' if len(gone) == 1 else 'go'} into the compaction item, which only the server can read."
        ),
    )
    last = max(context.rows[len(sent) :], default=max(gone))
    yield Step(
        kind="decide",
        line=PLACE,
        kept_tokens=tokens,
        text=(
            f"The compaction item stands last, behind {count(len(kept))} with {tokens:,} tokens. Codex puts its "
            "initial context in front of the last user message; beyond a system prompt, this file holds none of it."
        ),
        decision=Decision(cut=last + 1, mode_used="remote", summary_at=context.end),
    )


def _counted(context: Context, message: Message, otherwise: int) -> int:
    """Tokens of a shortened message; counts that were handed in cannot be made again."""
    name = context.measured.counter
    return count_message(message, counters.get(name)) if name in counters.names() else otherwise


def _texts(message: Message) -> tuple[Text, ...]:
    return tuple(part for part in message.parts if isinstance(part, Text) and part.text)
