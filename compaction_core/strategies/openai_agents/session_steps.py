"""The compaction session, step by step: after a run, the server's answer takes the place of the stored items.

Source: openai-agents 0.24.0, memory/openai_responses_compaction_session.py; the server's answer as documented. Here
the stored history is the whole of the last model exchange, as it is where no filter or limit stands between.
"""

from collections.abc import Iterator

from compaction_core.strategies.context import Context
from compaction_core.strategies.openai_agents.items import Item, items, unpaired
from compaction_core.strategies.openai_agents.parameters import SessionParameters
from compaction_core.strategies.openai_agents.rules import is_openai_model, resolved
from compaction_core.strategies.step import Decision, Step, effects
from compaction_core.words import count

LISTING: tuple[str, ...] = (
    "when it is made: the model has to be gpt-…, o… or ft:…",
    "candidates = items that are neither a user's message nor a compaction item",
    "stop if the hook says no; as it comes: fewer than 10 candidates",
    "mode auto = previous_response_id if there is one and store is not false, else input",
    "mode previous_response_id without an id: fail",
    "after a run: stop if a call has no result or a result no call",
    "send the items, or the id, to /responses/compact",
    "the server answers with all user messages, then one compaction item",
    "put its answer in place of the stored items",
)
MODEL, CANDIDATES, HOOK, MODE, NO_ID, PAIRS, SEND, ANSWER, REPLACE = range(len(LISTING))


def steps(context: Context) -> Iterator[Step]:
    """Count, resolve, check pairs, replace; the last step decides."""
    settings: SessionParameters = context.parameters
    mode = resolved(settings.compaction_mode, settings.has_previous_response_id, settings.stored)
    if not is_openai_model(settings.model):
        error = f"The session does not take the model {settings.model!r}: it has to be gpt-…, o… or ft:…."
        yield _ended(mode, MODEL, None, error, error)
        return
    found = items(context.session.messages, context.rows)
    yield _counted(context, found)
    yield Step(
        kind="measure",
        line=MODE,
        text=f"Mode {settings.compaction_mode}: {_NAMED[mode]}.",
        variables={"has_response_id": settings.has_previous_response_id, "store": settings.stored},
    )
    if mode == "previous_response_id" and not settings.has_previous_response_id:
        error = "Mode previous_response_id needs the id of a response, and there is none."
        yield _ended(mode, NO_ID, None, error, error)
        return
    open_ends = unpaired(found) if settings.automatic else ()
    if open_ends:
        what = "call has no result" if open_ends[0].kind == "call" else "result has no call"
        rest = "" if len(open_ends) == 1 else f", and {len(open_ends) - 1:,} more items stand alone"
        text = f"#{open_ends[0].row}: a {what}{rest}. The session waits and changes nothing."
        yield _ended(mode, PAIRS, None, text)
        return
    yield from _replaced(context, found, mode)


_NAMED = {
    "input": "every item is sent",
    "previous_response_id": "only the id of the last response is sent, and the server has the items",
}


def _counted(context: Context, found: tuple[Item, ...]) -> Step:
    """What the hook would say; the plan goes on whatever it says."""
    settings: SessionParameters = context.parameters
    candidates, least = sum(item.is_candidate for item in found), settings.compaction_threshold
    users = sum(item.kind == "user" for item in found)
    earlier = len(found) - candidates - users
    items_too = f" and {count(earlier, 'compaction item')}" if earlier else ""
    return Step(
        kind="start",
        line=HOOK,
        goal=least,
        valid=candidates >= least,
        text=(
            f"{count(len(context.rows))} as {count(len(found), 'item')}: {count(users, 'user message')}{items_too}, "
            f"and {count(candidates, 'candidate')}, {'enough' if candidates >= least else 'too few'} for {least:,}."
        ),
        variables={"items": len(found), "candidates": candidates},
    )


def _replaced(context: Context, found: tuple[Item, ...], mode: str) -> Iterator[Step]:
    users = {item.row for item in found if item.kind == "user"}
    gone = [row for row in context.rows if row not in users]
    if not gone:
        text = "There is no item." if not found else "There are only user messages, which the server returns."
        yield _ended(mode, ANSWER, None, f"{text} Its compaction item would stand for nothing.")
        return
    tokens = sum(context.measured.counts[row] for row in gone)
    yield Step(
        kind="apply",
        line=ANSWER,
        effects=effects(gone, "summarize"),
        text=f"Of the user, {count(len(users))} {'comes' if len(users) == 1 else 'come'} back; {count(len(gone))}, "
        f"{tokens:,} tokens, {'goes' if len(gone) == 1 else 'go'} into the item.",
    )
    text = f"The compaction item stands last, behind {count(len(users))}. Only the server can read it."
    yield _ended(mode, REPLACE, max(gone) + 1, text, at=context.end)


def _ended(mode: str, line: int, cut: int | None, text: str, error: str | None = None, at: int | None = None) -> Step:
    decision = Decision(cut=cut, mode_used=mode, error=error, summary_at=at)
    return Step(kind="decide", line=line, text=text, decision=decision)
