"""Whether a prompt is made for the situation at hand."""

from compaction_core.session import Message
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.prompts import Kind, Prompt

KINDS: dict[Kind, tuple[str, str]] = {
    "either": ("First or later", "For a first summary, and for a later one that finds the earlier among its messages."),
    "first": ("First summary", "For a first summary: no earlier one is among the messages."),
    "update": ("Update", "For a later summary: the earlier one stands in the prompt, to be brought up to date."),
    "turn_prefix": ("Turn prefix", "For the start of a turn that was cut, whose later part stays."),
    "verify": ("Check", "For a second request that checks a first summary."),
}
"""The kinds in the order of a menu: a name, and the situation in a sentence."""


def misfit(prompt: Prompt, request: SummaryRequest, kept: Message | None) -> str:
    """Why the prompt does not fit, and what would; empty if it fits.

    ``kept`` is the first message that stays, None if none does.
    """
    earlier = bool(request.previous_summary)
    if prompt.kind == "verify":
        return "It checks a first summary in a second request. A column here asks once, so there is nothing to check."
    if prompt.kind == "update" and not earlier:
        return "It updates an earlier summary, and none is among the messages. Choose a prompt for a first summary."
    if prompt.kind == "first" and earlier and "{previous_summary}" not in prompt.text:
        return (
            "It is for a first summary, and an earlier one is among the messages; it does not say to carry that over. "
            "Choose the update of the same system."
        )
    return _split(request, kept) if prompt.kind == "turn_prefix" else ""


def _split(request: SummaryRequest, kept: Message | None) -> str:
    """Whether the messages are the start of one turn whose rest stays."""
    if kept is None:
        return "It is for a turn whose later part stays, and nothing stays here. Choose a prompt for everything."
    if kept.role == "user" and kept.summary is None:
        return "It is for a cut inside a turn, and this cut is in front of a user message. Choose another prompt."
    begun = [m for m in request.messages if m.role == "user" and m.summary is None and "meta" not in m.flags]
    if len(begun) > 1:
        return (
            f"It is for the start of one turn, and earlier turns are among the messages too ({len(begun) - 1:,}). "
            "Its system asks about those in another request."
        )
    return ""
