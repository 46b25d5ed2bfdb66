"""What the assistant thinks and says about a fault, as long as the session has room for it."""

from collections.abc import Iterable

from compaction_core.synth.facts import detail
from compaction_core.synth.functions import Function
from compaction_core.synth.stage import Stage
from compaction_core.synth.vocabulary import Words

PARAGRAPHS = (
    ("trace", "ruledout", "checked", "alike"),
    ("tests", "guards", "error", "callers", "scope"),
    ("option", "risk", "since", "twin", "note", "moral"),
)
"""What a report can speak of, in this order: how it came about, how it is known, what else there is to say."""
MOST, SENTENCE = 8, 115
"""Sentences of a report at most, and the length to reckon with."""
NEEDS = {"guards": "guards", "note": "note", "twin": "twin", "alike": "like_ticket"}
"""Words without which a sentence cannot be said."""
DETAILS = {
    "option": ("options", "option"),
    "risk": ("risks", "risk"),
    "ruledout": ("hypotheses", "hypothesis"),
    "trace": ("traces", "trace"),
    "moral": ("morals", "moral"),
}
"""Sentences that quote one of the shape's own: from which part, under which word."""


def thinks(stage: Stage, part: float, sentences: Iterable[str]) -> str:
    """Reasoning from sentences, as many as there is room for; often none. A long one has two paragraphs."""
    chosen = stage.fitting("reasoning", part, (), sentences)
    half = len(chosen) if len(chosen) < 4 else (len(chosen) + 1) // 2
    return "\n\n".join(" ".join(x) for x in (chosen[:half], chosen[half:]) if x)


def on_the_ticket(stage: Stage, words: Words) -> Iterable[str]:
    """Thoughts before anything was read."""
    yield stage.say("think_log" if "errors" in words else "think_look", words)
    if "like_ticket" in words:
        yield stage.say("think_alike", words)
    elif "near_ticket" in words:
        yield stage.say("think_near", words)
    for _ in range(2):
        yield stage.say("think_start", words)


def on_the_code(stage: Stage, bug: Function, words: Words) -> Iterable[str]:
    """Thoughts after reading: what it could be, and what it cannot be."""
    if "looked_at_log" in words:
        yield stage.say("think_log", words)
    conclusion = detail(stage, bug, "thinks", words)
    short = stage.room("reasoning") < 400
    if short:
        yield conclusion
    yield stage.say("think_seen", words)
    for _ in bug.shape.hypotheses[: stage.rng.randrange(1, 3)]:
        yield detail(stage, bug, "hypotheses", words)
    if not short:
        yield conclusion
    for _ in range(2):
        yield stage.say("think_test", words)


def on_the_failure(stage: Stage, bug: Function, words: Words) -> Iterable[str]:
    """Thoughts before the change: is it the right failure, and which way to mend it."""
    for _ in range(1 + (stage.room("reasoning") > 900)):
        yield stage.say("think_failed", words)
    yield detail(stage, bug, "traces", words)
    yield detail(stage, bug, "options", words)
    yield detail(stage, bug, "hypotheses", words)


def on_the_result(stage: Stage, bug: Function, words: Words) -> Iterable[str]:
    """Thoughts before the commit."""
    for _ in range(1 + (stage.room("reasoning") > 900)):
        yield stage.say("think_passed", words)
    yield detail(stage, bug, "risks", words)
    if "twin" in words:
        yield stage.say("think_twin", words)


def report(stage: Stage, bug: Function, words: Words) -> str:
    """The end of a turn: one line, paragraphs or a list, by the room there is."""
    if stage.room("text") < 420:
        return _with_rates(stage.say("report", words), words)
    done = _with_rates(f"{stage.say('say_cause', words)} {stage.say('say_change', words)}", words)
    known = _chosen(stage, words)
    more = [[kind for kind in part if kind in known] for part in PARAGRAPHS]
    said = [[_sentence(stage, bug, words, kind) for kind in part] for part in more]
    if len(known) > 2 and stage.rng.random() < 0.45:
        points = [f"- {text}" for part in said for text in part]
        return "\n".join([f"{words['ticket']}: {words['subject']}.", "", done, "", *points])
    return "\n\n".join([done, *(" ".join(part) for part in said if part)])


def _with_rates(text: str, words: Words) -> str:
    if "before" not in words:
        return text
    return f"{text} Failure rate before: {words['before']} of 20 runs; after: {words['failures']} of 20."


def _chosen(stage: Stage, words: Words) -> set[str]:
    """What a report speaks of besides cause and change: the tests always, the rest by room and chance."""
    kinds = [kind for part in PARAGRAPHS for kind in part if NEEDS.get(kind, "fn") in words]
    stage.rng.shuffle(kinds)
    return {"tests", *kinds[: min(MOST, int(stage.room("text") / SENTENCE))]}


def _sentence(stage: Stage, bug: Function, words: Words, kind: str) -> str:
    if kind in DETAILS:
        part, name = DETAILS[kind]
        words = words | {name: detail(stage, bug, part, words)}
    return stage.say(f"say_{kind}", words)
