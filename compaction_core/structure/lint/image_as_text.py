"""Images whose data is counted as text, or that are not counted (users C2, C8; test input t30)."""

from collections.abc import Iterator, Sequence

from compaction_core.counting import Weighed, images
from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case
from compaction_core.structure.lint.estimates import decided, effect
from compaction_core.tokens import counters
from compaction_core.tokens.images import UNKNOWN

FAR = 1.5
"""Factor from which a count of images is called wrong."""
SMALLEST = 1_000
"""Tokens between the two costs from which it matters."""
SHARE = 0.1
"""Share of the planned tokens from which uncounted images matter."""
MOST = 1_000
"""Messages with images that are looked at."""


class ImageAsText:
    """Providers charge an image by its size in pixels; the length of its data is no measure."""

    name = "image-as-text"
    label = "Images by the strategy's counter"
    codes = ("image-as-text", "image-uncounted")

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning."""
        own = case.measured.counter
        if own not in counters.names():
            return
        planned = range(case.context.start, case.context.end)
        rows = [i for i in case.makeup.pictured if i in planned]
        pictured = images(case.session, (counters.get(own),), rows, MOST)
        tokens = sum(one.tokens[own] for one in pictured)
        cost = sum(one.flat or 0 for one in pictured)
        if abs(tokens - cost) < SMALLEST or not any(decided(case)):
            return
        numbers = tuple(sorted(one.message for one in pictured))
        which = f"The images of {len(numbers):,} messages" if len(numbers) > 1 else f"The images of #{numbers[0]}"
        written = sum(one.characters for one in pictured)
        charged = f"about {cost:,} by their size in pixels"
        charged += f" ({UNKNOWN:,} where it is unknown)" if _unknown(pictured) else ""
        if tokens >= FAR * cost and written / 4 >= tokens / 2:
            yield Finding(
                code="image-as-text",
                severity="warning",
                text=f"{which} count {tokens:,} tokens by {own}, which counts their {written:,} characters of data as "
                f"text; providers charge {charged}. {effect(case, low=False)}",
                advice="Decide by a counter that knows images, or by what the provider reports.",
                messages=numbers,
            )
        elif FAR * tokens < cost and cost >= SHARE * sum(case.shown.counts[i] for i in case.context.rows):
            yield Finding(
                code="image-uncounted",
                severity="warning",
                text=f"{which} count {tokens:,} tokens by {own}; providers charge {charged}. {effect(case, low=True)}",
                advice="Decide by a counter that knows images, or by what the provider reports.",
                messages=numbers,
            )


def _unknown(pictured: Sequence[Weighed]) -> bool:
    return any("unknown" in one.what for one in pictured)


lints.add(ImageAsText())
