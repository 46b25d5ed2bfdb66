"""What the user says about a fault: a line, a ticket from the tracker, a stack trace, a piece of log."""

from collections.abc import Iterable

from compaction_core.synth.clock import stamp
from compaction_core.synth.facts import detail
from compaction_core.synth.functions import Function
from compaction_core.synth.records import log
from compaction_core.synth.stage import Stage
from compaction_core.synth.vocabulary import Words, fill, phrases

PASTE = 220
"""Characters that must be wanted from the user before something is pasted."""


def asks(stage: Stage, bug: Function, words: Words, key: str = "ask") -> str:
    """The report of a fault, longer when the user has said little so far."""
    room = stage.room("user")
    if key != "ask":
        return " ".join(stage.fitting("user", 0.8, [stage.say(key, words)], _remarks(stage, words)))
    if room > PASTE and stage.rng.random() < 0.2:
        room = 0.0
    if room > PASTE and bug.shape.crash and stage.rng.random() < 0.55:
        return _trace(stage, bug, words)
    if room > PASTE:
        return _log(stage, bug, words) if bug.shape.crash and stage.rng.random() < 0.2 else _ticket(stage, bug, words)
    return " ".join(stage.fitting("user", 0.8, [stage.say("ask", words)], _remarks(stage, words)))


def _remarks(stage: Stage, words: Words) -> Iterable[str]:
    for _ in range(2):
        yield stage.say("ask_more", words)


def _ticket(stage: Stage, bug: Function, words: Words) -> str:
    pick = {key: stage.draw(key, phrases()[key]) for key in ("severities", "reporters", "affects")}
    extra = [f"Impact: {stage.say('impacts', words)}", f"Tried: {stage.say('tried', words)}"]
    since = stamp(stage.now - stage.rng.randrange(86_400, 86_400 * 12))[:10]
    steps = [f"{n}. {fill(step, words)}" for n, step in enumerate(bug.shape.steps, 1)]
    lines = [
        stage.say("paste_lead", words),
        "",
        f"{words['ticket']} ({pick['severities']}), component {words['pkg']}.{words['module']}",
        f"Reported by {pick['reporters']}; seen since {since}; affects {pick['affects']}",
        "",
        words["symptom"],
        "",
        *steps,
        "",
        f"Expected: {words['expected']}.",
        f"Seen: {words['seen']}.",
        *stage.fitting("user", 0.5, (), extra),
    ]
    comments = stage.fitting("user", 0.5, (), (stage.say("comments", words) for _ in range(4)))
    return "\n".join([*lines, *([""] if comments else []), *(f"Comment: {text}" for text in comments)])


def _trace(stage: Stage, bug: Function, words: Words) -> str:
    more = (stage.say(key, words) for key in ("trace_more", "impacts", "ask_more"))
    tail = stage.fitting("user", 0.6, [stage.say("trace_tail", words)], more)
    return "\n".join([stage.say("trace_lead", words), "", *traceback(stage, bug), "", " ".join(tail)])


def traceback(stage: Stage, bug: Function) -> list[str]:
    """The stack trace that the function's handler leaves behind."""
    project, words = stage.project, bug.words
    called, raised = project.call_line(bug), project.crash_line(bug)
    routing = f"{words['pkg']}/api/routing.py"
    answer = project.line_of(routing, "    return ROUTES[path](request)")
    return [
        "Traceback (most recent call last):",
        f'  File "{routing}", line {answer}, in answer',
        "    return ROUTES[path](request)",
        f'  File "{words["api"]}", line {called}, in {words["handler"]}',
        f"    {project.files[words['api']][called - 1].strip()}",
        f'  File "{words["path"]}", line {raised}, in {bug.name}',
        f"    {project.files[words['path']][raised - 1].strip()}",
        words["error"],
    ]


def _log(stage: Stage, bug: Function, words: Words) -> str:
    text, _, _ = log(stage.project, bug, stage.now, stage.rng, 900)
    return "\n".join([stage.say("log_lead", words), "", text, "", detail(stage, bug, "symptoms", words)])
