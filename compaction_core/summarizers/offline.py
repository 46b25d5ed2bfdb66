"""A summary by fixed rules: no model, no network, no key. The product's default.

It quotes and lists; it understands nothing. What it says in its own words is a fixed label (``phrases.toml``);
everything else stands literally in the messages or in the earlier summary among them. The same request gives the same
bytes. Reasons and decisions that no one stated in one sentence are lost: a model's summary keeps more of those.
"""

import re

from compaction_core.errors import UnknownName
from compaction_core.extraction.language import SECTIONS, section_key
from compaction_core.extraction.memo import Memo
from compaction_core.extraction.reading import read
from compaction_core.extraction.sections import DEFAULT_WORDS, summary_text
from compaction_core.summarizers.base import Summary, SummaryRequest, summarizers
from compaction_core.summarizers.prompts import prompt

_LIMIT = re.compile(r"(?<![\d.,-])(\d{2,5})[ -]?(words?\b|Wörtern?\b|mots\b|palabras\b|個?词|字|語)", re.IGNORECASE)


class Offline:
    """Template extraction: goals, turns, rules, identifiers, errors and their fixes, state, hints."""

    name = "offline"
    label = "Offline (fixed rules, no model)"

    def summarize(self, request: SummaryRequest, memo: Memo | None = None) -> Summary:
        """Fill the sections the prompt asks for, within the word limit it states (500 where it states none).

        ``memo`` makes the next summary of the same messages fast; it keeps pieces of them and belongs to the caller.
        """
        sections, words = wanted(request)
        sources = request.sources
        numbers, messages = tuple(number for number, _ in sources), tuple(message for _, message in sources)
        reading = read(numbers, messages, request.previous_summary, memo)
        text = summary_text(reading, sections, words)
        return Summary(text=text, summarizer=self.name, basis="offline", note="offline, fixed rules, no model")


def wanted(request: SummaryRequest) -> tuple[tuple[str, ...], int]:
    """(section keys in order, word limit): the known prompt's, else all seven and the limit its text states."""
    try:
        known = prompt(request.prompt)
    except UnknownName:
        return SECTIONS, _stated(request.instructions)
    keys = tuple(dict.fromkeys(key for name in known.sections if (key := section_key(name))))
    return keys or SECTIONS, known.words or _stated(request.instructions)


def _stated(instructions: str) -> int:
    """The largest number of words the instructions name (smaller ones limit a part); two Chinese characters a word."""
    limits = [int(m[1]) // (2 if m[2] in "字語" else 1) for m in _LIMIT.finditer(instructions)]
    return max((limit for limit in limits if limit >= 20), default=DEFAULT_WORDS)


summarizers.add(Offline())
