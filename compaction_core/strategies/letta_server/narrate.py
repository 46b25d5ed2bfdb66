"""The search in words, and who summarizes. Texts name messages by their place in the session."""

from compaction_core.strategies.context import Context
from compaction_core.strategies.letta_code.narrate import percent
from compaction_core.strategies.letta_server.listed import Listed
from compaction_core.strategies.letta_server.parameters import LettaServerParameters
from compaction_core.strategies.letta_server.routing import Route
from compaction_core.strategies.letta_server.search import Search, Try
from compaction_core.strategies.step import Rejected, Scalar, Step
from compaction_core.words import count

Values = dict[str, Scalar]
NOT_LEGAL = "neither an assistant message nor calls that wait for consent"


def routing(agent: str | None, settings: LettaServerParameters, routed: Route, line: int) -> Step:
    """Who summarizes, and why."""
    named = agent or "the agent's model, which the file does not name"
    if routed.tried:
        asked = f"the server asks for {', then '.join(routed.tried)}"
        outcome = f"; {routed.found} summarizes" if routed.found else "; none exists, so the agent's own model does it"
    else:
        asked, outcome = "no light model is known for its provider", ", so it summarizes itself"
    text = f"For {named}, {asked}{outcome}."
    if settings.mode.startswith("self_"):
        text = f"The agent's own model summarizes its own messages. Should it fail and mode all take over: {text}"
    tried = ", ".join(routed.tried) or None
    return Step(kind="start", line=line, text=text, variables={"handles_tried": tried, "summarizer": routed.found})


def start(context: Context, rows: Listed, found: Search, percentage: float, line: int) -> Step:
    """The goal, and the bound that is looked at only after the loop."""
    bound = index(context, found.maximum)
    return Step(
        kind="start",
        line=line,
        goal=found.goal,
        text=(
            f"{count(rows.size)} in play, the system message among them. System message and kept part must come to "
            f"less than {found.goal:,.0f} tokens: (1 − {percentage:g}) × {context.context_window:,} window. A cut at "
            f"{'the system message' if bound is None else f'#{bound}'} or later is refused once the search is over."
        ),
        variables={
            "n": rows.size,
            "p": percentage,
            "goal": found.goal,
            "maximum": found.maximum,
            "ratio": percentage,
            "kept": context.context_window,
        },
    )


def try_(context: Context, number: int, tried: Try, values: Values, line: int) -> Step:
    """The next ratio, and the last message it allows."""
    last = _last(context, tried)
    first = f" The first try is at {values['p']:g} + 0.1, never at {values['p']:g} itself." if number == 0 else ""
    where = "so no message may be the cut" if last is None else f"so the cut may be at #{last} or before"
    return Step(
        kind="try",
        line=line,
        attempt=number,
        ratio=tried.ratio,
        index_limit=last,
        goal=_goal(values),
        text=(
            f"Try {percent(tried.ratio)} of {values['n']} messages, rounded to {tried.limit} (a half goes to the even "
            f"number), {where}.{first}"
        ),
        variables=dict(values),
    )


def candidate(context: Context, number: int, tried: Try, values: Values, line: int) -> Step:
    """The walk back to a legal cut."""
    last, cut = _last(context, tried), None if tried.cut is None else index(context, tried.cut)
    stop = context.start if cut is None else cut + 1
    rejected = () if last is None or last < stop else (Rejected(start=stop, stop=last + 1, reason=NOT_LEGAL),)
    if cut is None:
        text = "No assistant message and no calls waiting for consent stand there; try the next ratio."
    elif rejected:
        text = f"#{last} is {NOT_LEGAL}. Going back, #{cut} is the first that may start the kept part."
    else:
        text = f"#{cut} may start the kept part, with no step back."
    return Step(
        kind="candidate",
        line=line,
        attempt=number,
        ratio=tried.ratio,
        index_limit=last,
        candidate=cut,
        valid=cut is not None,
        reason=None if cut is not None else "nothing there may start the kept part",
        rejected=rejected,
        goal=_goal(values),
        text=text,
        variables=dict(values),
    )


def measure(context: Context, number: int, tried: Try, values: Values, line: int) -> Step:
    """System message and kept part against the goal."""
    goal, kept = _goal(values) or 0.0, tried.kept or 0
    under = kept < goal
    if under and tried.ratio >= 1:
        verdict = f"That is under {goal:,.0f}, but the ratio has reached {percent(tried.ratio)}: that is a failure."
    elif under:
        verdict = f"That is {goal - kept:,.0f} under the goal of {goal:,.0f}: the search ends."
    elif kept == goal:
        verdict = f"That equals the goal of {goal:,.0f}, and equal is not under: go on."
    else:
        verdict = f"That is {kept - goal:,.0f} over the goal of {goal:,.0f}: go on."
    cut = index(context, tried.cut or 0)
    return Step(
        kind="measure",
        line=line,
        attempt=number,
        ratio=tried.ratio,
        index_limit=_last(context, tried),
        candidate=cut,
        valid=under,
        reason=None if under else "keeps too much",
        kept_tokens=kept,
        goal=goal,
        text=f"The system message and {_onward(cut, context.end)} are {kept:,} tokens. {verdict}",
        variables=dict(values),
    )


def why_not(context: Context, found: Search) -> str:
    """Why the sliding window found no cut."""
    if found.refused == "bad_percentage":
        return f"a ratio of {percent(found.ratio)} is above 100%, which fails at once"
    if not found.tries:
        return f"at a ratio of {percent(found.ratio)} nothing is tried"
    last = found.tries[-1]
    if found.refused == "cut_at_end":
        return f"the cut found, #{index(context, last.cut or 0)}, is at the end, and no cut before it is tried"
    if last.cut is None:
        return "nothing may start the kept part"
    if (last.kept or 0) >= found.goal:
        return f"even the last cut keeps {last.kept:,} tokens, and the goal is {found.goal:,.0f}"
    return f"the last cut fits with {last.kept:,} tokens, but the ratio has reached {percent(found.ratio)}"


def fallback(reason: str, mode: str, line: int) -> Step:
    """The sliding window gives up."""
    return Step(
        kind="fallback",
        line=line,
        reason=reason,
        text=f"{reason[0].upper()}{reason[1:]}. The server falls back from {mode} to all, with that mode's own prompt.",
    )


def index(context: Context, entry: int) -> int | None:
    """The session's number of an entry of the server's list; ``end`` behind it, None for the system message."""
    if entry < 1:
        return None
    return context.rows[entry - 1] if entry <= len(context.rows) else context.end


def _onward(first: int | None, end: int) -> str:
    return f"#{first}" if first == end - 1 else f"#{first}–#{end - 1}"


def _last(context: Context, tried: Try) -> int | None:
    return index(context, min(tried.limit, len(context.rows)))


def _goal(values: Values) -> float | None:
    goal = values.get("goal")
    return goal if isinstance(goal, float) else None
