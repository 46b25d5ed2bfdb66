"""The listing: one line for each axis, and the names of the lines."""

LISTING: tuple[str, ...] = (
    "trigger: does a metric cross its limit?",
    "estimator: count every message",
    "pre-passes: clear, shorten or drop; stop if that is enough",
    "range: leave out what may not go",
    "selector: propose a cut, or who stays",
    "legality: move the cut to a place where one is allowed",
    "anchors: move it back for what must stay",
    "view: give what goes to the summarizer, or drop it",
    "prompt: ask for the summary",
    "previous summary: read it again, or bring it up to date",
    "placement: put the summary in its place",
    "post-check: is what stays small enough?",
    "fallback: if it cannot be done, do this instead",
)
(
    TRIGGER,
    ESTIMATOR,
    PASSES,
    RANGE,
    SELECTOR,
    LEGALITY,
    ANCHORS,
    VIEW,
    PROMPT,
    PREVIOUS,
    PLACEMENT,
    CHECK,
    FALLBACK,
) = range(len(LISTING))
