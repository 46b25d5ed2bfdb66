"""An order in the summary that goes against what the user forbade (users H1 with G1; test input t42)."""

from collections.abc import Iterator

from compaction_core.detectors.base import Checked, detectors
from compaction_core.detectors.cues import cue
from compaction_core.detectors.promoted import sentences
from compaction_core.detectors.prose import blanked
from compaction_core.extraction.cues import dull_words, rule_strength
from compaction_core.extraction.words import word_set
from compaction_core.findings import Finding, Span
from compaction_core.redaction.words import worded

SHARED, SHARE = 2, 0.5
"""Words that a rule and an order must share, and the share of the rule's own words that these must be."""
SHORTEST = 4
"""Letters of a word that is compared."""
_NOT = word_set(
    "never not don't dont mustn't no nothing nobody without leave nie niemals nicht kein keine keinen jamais pas nunca "
    "no não mai non"
)
_CONDITION = word_set("unless until before except only wenn bevor außer nur sauf avant salvo antes")


class AgainstRule:
    """Decided by words: the order names at least half of what the prohibition names. It may be lifted elsewhere."""

    name = "against-rule"
    label = "Orders against a rule of the user"
    rejects = False
    codes = ("order-against-rule",)

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """One warning for all such orders, with the messages that hold the rules."""
        rules = list(_forbidden(checked))
        if not rules:
            return ()
        spans: list[Span] = []
        numbers: set[int] = set()
        for span in sentences(blanked(checked.text, inline=False)):
            order = checked.text[span.start : span.stop]
            if not cue("order").search(order) or _NOT & set(_words(order)):
                continue
            named = _content(order)
            broken = [number for number, words in rules if _covers(named, words)]
            if broken:
                spans.append(span)
                numbers.update(broken)
        if not spans:
            return ()
        many = "1 sentence orders" if len(spans) == 1 else f"{len(spans)} sentences order"
        which = ", ".join(f"#{number}" for number in sorted(numbers)[:6])
        return (
            Finding(
                code="order-against-rule",
                severity="warning",
                text=f"{many} what the user seems to have forbidden ({which}): the same words stand in a prohibition.",
                advice="Put the rule into the summary word for word, and say what was done instead of what to do.",
                messages=tuple(sorted(numbers)),
                spans=tuple(spans),
            ),
        )


def _forbidden(checked: Checked) -> Iterator[tuple[int, frozenset[str]]]:
    """(message, words) of each prohibition without a condition in the user's own messages."""
    gone = frozenset(checked.request.indexes)
    for number, ask in checked.asks:
        for sentence in ask.sentences if number in gone else ():
            words = set(_words(sentence))
            if _NOT & words and not _CONDITION & words and rule_strength(sentence) == 2:
                yield number, _content(sentence)


def _covers(named: frozenset[str], rule: frozenset[str]) -> bool:
    shared = len(named & rule)
    return shared >= SHARED and shared >= SHARE * len(rule)


def _content(text: str) -> frozenset[str]:
    return frozenset(word for word in _words(text) if len(word) >= SHORTEST) - dull_words() - _NOT


def _words(text: str) -> list[str]:
    return [word.strip(".,;:!?()[]{}\"'`“”«»„") for word in worded(text).casefold().replace("’", "'").split()]


detectors.add(AgainstRule())
