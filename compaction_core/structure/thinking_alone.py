"""A reasoning item from which what followed it was taken (OpenAI Responses)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class ThinkingAlone:
    """Responses: a sealed reasoning item needs the message or call that came of it right behind it."""

    name = "thinking-alone"
    label = "Reasoning without what came of it"
    codes = ("thinking-alone",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One error a message that ends in sealed reasoning with no other answer of the model behind it."""
        if listed.provider.name != "openai-responses":
            return
        for place, row in enumerate(listed.rows):
            if not row.trails or row.kind != "assistant":
                continue
            after = listed.rows[place + 1] if place + 1 < len(listed.rows) else None
            if after is not None and after.kind == "assistant":
                continue
            yield listed.finding(
                "thinking-alone",
                "error",
                f"{listed.name(place)} ends in reasoning, and what came of it is gone. "
                + listed.rejected("a reasoning item needs the item that followed it"),
                "Take the reasoning out too, or keep what followed it.",
                (place,),
            )


rules.add(ThinkingAlone())
