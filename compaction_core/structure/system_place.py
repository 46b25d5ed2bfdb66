"""System prompts in the middle, and summaries that are given as one (users D18)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class SystemPlace:
    """OpenAI takes them anywhere; Anthropic and Gemini get them apart; strict templates want one, in front."""

    name = "system-place"
    label = "System prompts in the middle"
    codes = ("system-in-middle", "system-summary")

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One finding for the prompts in the middle, one a summary given as a prompt."""
        advice = "Give it as a user message."
        prompts = [place for place, row in enumerate(listed.rows) if row.kind == "prompt"]
        summaries = [place for place in prompts if listed.messages[place].summary is not None]
        for place in summaries:
            if listed.provider.lifts_prompts:
                text = (
                    f"{listed.name(place)} is a system prompt: {listed.provider.label} gets it apart from the list, in "
                    "front of everything, with the weight of an instruction."
                )
                yield listed.finding("system-summary", "warning", text, advice, (place,))
            elif not listed.provider.alternates:
                text = f"{listed.name(place)} is a system prompt: its words weigh as instructions."
                yield listed.finding("system-summary", "note", text, advice, (place,))
        first = listed.talk[0] if listed.talk else len(listed.rows)
        if listed.provider.alternates:
            late = [place for place in prompts if place > 0]
            if late:
                why = listed.rejected("only one system prompt is taken, in front")
                code = "system-summary" if summaries and set(late) <= set(summaries) else "system-in-middle"
                text = f"{listed.names(late)} {'are system prompts' if len(late) > 1 else 'is a system prompt'}. {why}"
                yield listed.finding(code, "error", text, "Join it to the first prompt, or give it as a user's.", late)
        elif listed.provider.lifts_prompts:
            middle = [place for place in prompts if place > first and place not in summaries]
            if middle:
                text = f"{listed.names(middle)} moves out of the list, to the prompt in front of everything."
                yield listed.finding("system-in-middle", "note", text, advice, middle)


rules.add(SystemPlace())
