"""A summary by fixed rules: no model, no network, no key. The product's default.

It quotes and lists; it understands nothing. What it says in its own words is a fixed label (``phrases.toml``);
everything else stands literally in the messages or in the earlier summary among them. The same request gives the same
bytes. Reasons and decisions that no one stated in one sentence are lost: a model's summary keeps more of those.
"""

from compaction_core.extraction.reading import read
from compaction_core.extraction.sections import summary_text, wanted
from compaction_core.summarizers.base import Summary, SummaryRequest, summarizers


class Offline:
    """Template extraction: goals, turns, rules, identifiers, errors and their fixes, state, hints."""

    name = "offline"
    label = "Offline (fixed rules, no model)"

    def summarize(self, request: SummaryRequest) -> Summary:
        """Fill the sections the prompt asks for, within the word limit it states (500 where it states none)."""
        sections, words = wanted(request)
        text = summary_text(read(request), sections, words)
        return Summary(text=text, summarizer=self.name, basis="offline", note="offline, fixed rules, no model")


summarizers.add(Offline())
