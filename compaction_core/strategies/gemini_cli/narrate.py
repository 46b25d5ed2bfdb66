"""The steps of the compression in words."""

from compaction_core.strategies.context import Context
from compaction_core.strategies.gemini_cli.contents import Content
from compaction_core.strategies.gemini_cli.listing import EVERYTHING, LAST, SHORTEN, TURN, WALK
from compaction_core.strategies.gemini_cli.shortening import Output, Shortened
from compaction_core.strategies.gemini_cli.split import Split
from compaction_core.strategies.step import Decision, Rejected, Scalar, Step
from compaction_core.words import count


def start(context: Context, found: tuple[Content, ...], values: dict[str, Scalar]) -> Step:
    """What is in play."""
    reported = any(m.role == "assistant" and m.usage is not None and m.usage.context for m in context.messages)
    basis = "as the provider last reported" if reported else "as estimated, for the file reports none"
    return Step(
        kind="start",
        line=WALK,
        text=(
            f"{count(len(context.rows), 'message')} as {count(len(found), 'content')} of the API's list (results in a "
            f"row are one). It counts {values['original']:,} tokens, {basis}; the model takes {values['limit']:,}."
        ),
        variables=dict(values),
    )


def walk(context: Context, outputs: tuple[Output, ...], done: Shortened, most: int, values: dict[str, Scalar]) -> Step:
    """What the pre-pass saw."""
    budget, total = context.parameters.function_response_budget, sum(output.tokens for output in outputs)
    if done.passed is None:
        text = f"{count(len(outputs), 'tool output')} count {total:,} tokens, within {budget:,}: none is shortened."
    else:
        old = sum(output.row <= done.passed for output in outputs)
        text = (
            f"{count(len(outputs), 'tool output')} count {total:,} tokens. Newest first, #{done.passed} is the first "
            f"over {budget:,}; of the {old:,} from there back {len(done.texts):,} are longer than {most:,} characters "
            f"and lose their middle, which leaves {done.tokens:,} tokens."
        )
    return Step(kind="measure", line=SHORTEN, text=text, variables=dict(values))


def candidate(
    context: Context, found: tuple[Content, ...], split: Split, sizes: list[int], cut: int, values: dict[str, Scalar]
) -> Step:
    """The cut, and what was passed over."""
    early, late = context.start, context.end if split.at == len(found) else cut
    border = found[split.passed].rows[0] if split.passed < len(found) else context.end
    passed = [Rejected(start=early, stop=min(border, late), reason="too few characters stand before it")]
    passed.append(Rejected(start=border, stop=late, reason="it starts no user turn"))
    before = sum(sizes[: split.at])
    if split.why == "turn":
        line, text = TURN, f"#{cut} starts a user turn with {before:,} characters before it: the list is cut here."
    elif split.why == "everything":
        line, text = EVERYTHING, "No user turn starts late enough, and the list ends in an answer: all of it goes."
    else:
        line = LAST
        text = "No user turn starts late enough, and the list does not end in a finished answer. "
        text += (
            f"The last user turn is #{cut}, with {before:,} characters before it." if split.at else "No turn to cut at."
        )
    return Step(
        kind="candidate",
        line=line,
        attempt=0,
        ratio=values["target"] / split.total if isinstance(values["target"], float) and split.total else None,
        candidate=cut if split.at < len(found) else None,
        valid=bool(split.at),
        reason=None if split.at else "nothing stands before it",
        rejected=() if split.why == "last_turn" else tuple(run for run in passed if run.start < run.stop),
        text=text,
        variables=dict(values),
    )


def nothing(text: str, line: int, values: dict[str, Scalar]) -> Step:
    """Nothing changes."""
    return Step(
        kind="decide",
        line=line,
        text=text,
        valid=False,
        variables=dict(values),
        decision=Decision(cut=None, mode_used="compress"),
    )
