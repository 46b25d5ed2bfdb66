"""The server's four modes step by step, the check of the result, and the second pass that loses the first summary.

Source: compact.py:192-424, summarizer_all.py, self_summarizer.py (0.16.8). A list has the system message as entry 0.
What depends on how the summarizer answers is in ``carried``; here it answers.
"""

import json
from collections.abc import Iterator

from compaction_core.strategies.context import Context
from compaction_core.strategies.letta_server import narrate, settle
from compaction_core.strategies.letta_server.listed import Listed, listed_of
from compaction_core.strategies.letta_server.parameters import LettaServerParameters
from compaction_core.strategies.letta_server.routing import handles, route
from compaction_core.strategies.letta_server.search import Search, search
from compaction_core.strategies.letta_server.trigger import threshold
from compaction_core.strategies.step import Scalar, Step
from compaction_core.tokens.letta_server import LettaServerEstimate, tokens

LISTING: tuple[str, ...] = (
    "summarizer = the model that a small table of handles names",
    "messages = [system, ...];  n = their number",
    "goal = (1 - p) * window;  ratio = p;  kept = window",
    "while kept >= goal and ratio < 1:",
    "    ratio = ratio + 0.1",
    "    cut = last assistant message or approval request in 1..round(ratio * n)",
    "    if there is none: try the next ratio",
    "    kept = tokens([system] + messages[cut:])",
    "if no cut, ratio >= 1, or cut at the end: mode all, which keeps [system] + a waiting approval",
    "if tokens(result + tools) >= threshold, and the mode was sliding_window:",
    "    summarize the result too; the first summary is not in it",
    "if still so, and tokens(system) >= window: fail",
    "result = [system, summary] + what is kept",
    "in every request, tool results are cut to max(5000, window * 0.8) characters",
)
ROUTE, LIST, GOAL, LOOP, GROW, SEEK, NONE, MEASURE, ALL, CHECK, AGAIN, FAIL, RESULT, CAP = range(len(LISTING))


def slides(mode: str) -> bool:
    """Whether a mode looks for a cut."""
    return "sliding_window" in mode


def find(rows: Listed, percentage: float, window: int) -> Search:
    """The cut search over a list."""
    return search(rows.legal, rows.ends_in_approval, percentage, window, rows.count)


def first_kept(rows: Listed, cut: int | None = None, *, own: bool = False) -> int:
    """The first entry behind the system message that stays: of a found cut, or in a mode that keeps no cut.

    ``own``: the self modes protect an approval at the end of what they summarize as well.
    """
    if cut is None:
        return rows.size - rows.protected
    return cut - rows.before(cut).protected if own else cut


def steps(context: Context) -> Iterator[Step]:
    """Choose in the mode asked for; the last step decides."""
    settings: LettaServerParameters = context.parameters
    rows, mode = listed_of(context), settings.mode
    yield _routing(context, settings)
    if rows.size == 1:
        yield settle.nothing(mode, "There is no message besides the system message: nothing to summarize.", LIST)
        return
    reason, cut = None, None
    if slides(mode):
        if context.context_window is None:
            yield settle.nothing(mode, "The server always knows its model's window; give one to see its cut.", GOAL)
            return
        found = find(rows, settings.sliding_window_percentage, context.context_window)
        yield from _searched(context, rows, found, settings.sliding_window_percentage)
        cut = found.cut
        if cut is None:
            reason = narrate.why_not(context, found)
            yield narrate.fallback(reason, mode, ALL)
            mode = "all"
    kept = first_kept(rows, cut, own=mode.startswith("self_"))
    yield from _ended(context, rows, kept, mode, reason)


def _routing(context: Context, settings: LettaServerParameters) -> Step:
    agent = settings.agent_handle or context.session.model
    routed = route(agent, settings.model, handles(settings.available_handles))
    return narrate.routing(agent, settings, routed, ROUTE)


def _searched(context: Context, rows: Listed, found: Search, percentage: float) -> Iterator[Step]:
    """The search, as its tries tell it."""
    yield narrate.start(context, rows, found, percentage, GOAL)
    values: dict[str, Scalar] = {"n": rows.size, "p": percentage, "goal": found.goal}
    for number, tried in enumerate(found.tries):
        values |= {"ratio": tried.ratio, "limit": tried.limit}
        yield narrate.try_(context, number, tried, values, GROW)
        values["cut"] = tried.cut
        yield narrate.candidate(context, number, tried, values, NONE if tried.cut is None else SEEK)
        if tried.cut is not None:
            values["kept"] = tried.kept
            yield narrate.measure(context, number, tried, values, MEASURE)


def _ended(context: Context, rows: Listed, kept: int, mode: str, reason: str | None) -> Iterator[Step]:
    """Check what is left, summarize again if it is too much, and settle the fates."""
    settings: LettaServerParameters = context.parameters
    window = context.context_window
    line = threshold(window, settings.threshold_rule, settings.agent_handle) if settings.check_after else None
    lost, after, again = 1, _after(context, rows, kept), False
    if line is not None and window is not None:
        again = after >= line and mode == "sliding_window"
        yield settle.check(after, line, mode, again, CHECK)
        if again:
            lost, kept, mode = kept, first_kept(rows.kept(kept)) + kept - 1, "all"
            after = _after(context, rows, kept)
            reason = "the result of the sliding window is still at or over the threshold"
            yield settle.again(context, lost, kept, after, AGAIN)
        system = rows.count(rows.size)
        if after >= line and system >= window:
            yield settle.too_big(mode, reason, system, window, FAIL)
            return
    values: dict[str, Scalar] = {"n": rows.size, "cut": kept, "tokens_after": after, "passes": 1 + again}
    yield settle.apply(context, lost, kept, values, RESULT)
    capped = settle.capped(context, kept, values, CAP)
    if capped is not None:
        yield capped
    yield settle.decide(context, rows.count(kept), kept, mode, reason, values, RESULT)


def _after(context: Context, rows: Listed, kept: int) -> int:
    """Tokens of the result with the tools, as the check counts them: without the summary."""
    if context.overhead is not None:
        return rows.count(kept) - rows.count(rows.size) + context.overhead
    return rows.count(kept) + tool_tokens(context)


def tool_tokens(context: Context) -> int:
    """Tokens of the tool schemas."""
    tools = context.session.tools
    if not tools or context.measured.counter != LettaServerEstimate.name:
        return context.measured.tools
    try:
        return tokens(len(json.dumps(json.loads(tools))))
    except (ValueError, RecursionError):
        return tokens(len(tools.encode("utf-8", "surrogatepass")))
