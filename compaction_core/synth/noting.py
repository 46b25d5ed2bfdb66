"""What is written down beside the code: commit messages, notes, the change log, plans, short scripts."""

import textwrap
from collections.abc import Iterator

from compaction_core.synth import calls
from compaction_core.synth.facts import detail
from compaction_core.synth.functions import Function
from compaction_core.synth.stage import Call, Stage
from compaction_core.synth.vocabulary import Words, fill

CHANGES = "CHANGELOG.md"


def body(stage: Stage, bug: Function, words: Words) -> str:
    """The body of a commit message, wrapped; empty when calls have taken their share already."""
    chosen = stage.fitting("calls", 0.6, (), _reasons(stage, bug, words))
    return "\n\n".join(map(wrapped, chosen))


def wrapped(text: str) -> str:
    """A paragraph as commit messages have it: plain, in lines of 72 characters."""
    return textwrap.fill(text.replace("`", ""), 72, break_long_words=False, break_on_hyphens=False)


def _reasons(stage: Stage, bug: Function, words: Words) -> Iterator[str]:
    change = words["fix"]
    yield f"{words['why']} Now {change}."
    yield f"{words['test_name']} fails without the change." + (
        f" Also new: {words['guards']}." if "guards" in words else ""
    )
    yield stage.say("body_left", words)
    yield detail(stage, bug, "risks", words)


def note(stage: Stage, bug: Function, words: Words) -> Call:
    """A page in ``docs/notes`` about a finished fault."""
    words["note"] = f"docs/notes/{words['ticket']}.md"
    steps = [f"{n}. {fill(step, words)}" for n, step in enumerate(bug.shape.steps, 1)]
    lines = [
        f"# {words['ticket']}: {words['subject']}",
        "",
        words["symptom"],
        "",
        "## Cause",
        "",
        f"{words['why']} The place is `{bug.name}` in `{words['path']}`; it is reached from `{words['handler']}`.",
        f"{_capital(words['seen'])}; wanted is that {words['expected']}.",
        "",
        "## What it was not",
        "",
        detail(stage, bug, "hypotheses", words),
        "",
        "## Change",
        "",
        f"{_capital(words['fix'])}. {detail(stage, bug, 'options', words)}",
        "",
        "## How to check",
        "",
        *steps,
        "",
        f"Or run `{words['tests']}::{words['test_name']}`, which fails without the change.",
        "",
        f"Keep in mind: {detail(stage, bug, 'risks', words)}",
    ]
    return calls.write(stage, words["note"], "\n".join(lines))


def change(stage: Stage, words: Words) -> Call:
    """A line in the change log, under what is not released yet."""
    lines = stage.project.files[CHANGES]
    at = lines.index("## Unreleased")
    below = lines[at + 2]
    line = f"- {_capital(words['subject'])} ({words['ticket']})."
    gap = "\n\n" if below.startswith("#") else "\n"
    return calls.edit(stage, CHANGES, at + 1, f"## Unreleased\n\n{below}", f"## Unreleased\n\n{line}{gap}{below}")


def plan(bug: Function, words: Words, done: int = 0) -> Call:
    """The steps of a ticket for the user to see: so many are done, the next is being done."""
    steps = [
        f"read {bug.name} in {words['path']} and its caller {words['handler']}",
        f"a failing test in {words['tests']}: {words['expected']}",
        f"mend {bug.name}, signature unchanged",
        f"run {words['tests']} again",
        f"commit under {words['ticket']} and report",
    ]
    states = ["done"] * done + ["doing"] + ["open"] * (len(steps) - done - 1)
    shown = [{"step": step, "state": state} for step, state in zip(steps, states, strict=True)]
    answer = f"{done} done, 1 in progress, {len(steps) - done - 1} open"
    return Call("update_plan", {"steps": shown}, lambda _: answer)


def probe(bug: Function) -> Call:
    """A script that shows what the function does now."""
    code = fill(bug.shape.probe, bug.words).strip("\n")
    names = [name for name in (bug.words["Entity"], bug.name) if name in code]
    head = ["from datetime import datetime, timedelta, timezone", ""] if "datetime(" in code else []
    parts = [name for name in ("cache", "client", "store") if f"{name}." in code]
    head += [f"from {bug.words['pkg']} import {', '.join(parts)}"] if parts else []
    head.append(f"from {bug.words['pkg']}.{bug.words['module']} import {', '.join(names)}")
    text = "\n".join([*head, "", *code.split("\n")])
    shows = fill(bug.shape.mended if bug.fixed else bug.shape.shows, bug.words)
    return Call("bash", {"command": f"python - <<'EOF'\n{text}\nEOF"}, lambda _: shows)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
