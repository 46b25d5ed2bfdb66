"""The other arcs: settings and changed minds, questions, full runs, reviews, status, rules."""

from compaction_core.synth import calls, facts, noting, outputs
from compaction_core.synth.stage import Arc, Beat, Call, Stage, line, lookups
from compaction_core.synth.telling import thinks
from compaction_core.synth.vocabulary import Words, fill, shapes


def opening(stage: Stage) -> Arc:
    """The first turn: what the work is, which rules hold, a look around."""
    yield Beat("user", stage.rng.choice(stage.scenario.opening))
    project = stage.project
    around = Call("list_files", {"path": "."}, lambda _: outputs.listing(project))
    settings = calls.read(stage, project.settings_path, 1)
    yield from lookups(stage, "Having a look around.", "", around, settings)
    words = stage.common() | {"files": str(len(project.files))}
    words["count_lines"] = f"{sum(map(len, project.files.values())):,}"
    yield Beat("assistant", fill(stage.scenario.overview, words))


def setting(stage: Stage) -> Arc:
    """A constant is changed; the second time for the same one, the user has changed their mind."""
    chosen = stage.rng.choice(stage.scenario.settings)
    turn = stage.turned.get(chosen.name, 0)
    old, value = (chosen.values[(turn + n) % len(chosen.values)] for n in (0, 1))
    path = stage.project.settings_path
    words = stage.common() | {"name": chosen.name, "old": old, "value": value, "path": path}
    words |= {"reason": chosen.reasons[turn % len(chosen.reasons)], "ticket": "config"}
    words["subject"] = f"set {chosen.name} to {value}"
    stage.turned[chosen.name] = turn + 1
    yield Beat("user", _asked(stage, "ask_reversal" if turn else "ask_setting", "ask_setting_more", words))
    words["uses"] = outputs.many(outputs.hits(stage.project, chosen.name)[0], "line")
    reasons = thinks(stage, 0.6, [stage.say("think_reversal" if turn else "think_setting", words)])
    yield Beat("assistant", stage.say("do_setting", words, 0.6), reasons, (calls.grep(stage, chosen.name),))
    at = stage.project.line_of(path, f"{chosen.name} = ")
    change = calls.edit(stage, path, at, f"{chosen.name} = {old}", f"{chosen.name} = {value}")
    yield Beat("assistant", stage.maybe("setting_edit", words), calls=(change,))
    stage.project.values[chosen.name] = value
    body = stage.fitting("calls", 0.2, (), [words["reason"]])
    commit = calls.commit(stage, words, "\n".join(map(noting.wrapped, body)))
    yield Beat("assistant", stage.maybe("setting_commit", words), calls=(commit,))
    yield Beat("assistant", _with_more(stage, "done_setting", "setting_more", words))


def where(stage: Stage) -> Arc:
    """A question that changes nothing."""
    subject = stage.rng.choice([f for f in stage.project.functions if stage.project.define_line(f)])
    words = stage.common() | subject.words
    yield Beat("user", _asked(stage, "ask_where", "ask_where_more", words))
    reasons = thinks(stage, 0.5, [stage.say("think_where", words)])
    yield Beat("assistant", "", reasons, (calls.grep(stage, subject.name, context=3),))
    hits, in_tests = outputs.hits(stage.project, subject.name)
    words |= facts.facts(stage, subject) | {"hits": str(hits), "in_tests": str(in_tests or "none")}
    yield Beat("assistant", _with_more(stage, "answer_where", "where_more", words))


def suite(stage: Stage) -> Arc:
    """Everything is run once."""
    words = stage.common()

    def run(room: int) -> str:
        text, facts = outputs.suite(stage.project, stage.rng, room)
        words.update(facts)
        return text

    yield Beat("user", _asked(stage, "ask_suite", "ask_suite_more", words))
    reasons = thinks(stage, 0.5, [stage.say("think_suite", words)])
    yield Beat("assistant", "", reasons, (Call("run_tests", {"target": "tests", "options": "-v --cov"}, run),))
    yield Beat("assistant", _with_more(stage, "done_suite", "suite_more", words))


def review(stage: Stage) -> Arc:
    """The user reads the diff."""
    words = stage.common()
    yield Beat("user", _asked(stage, "ask_review", "ask_review_more", words))
    show = Call(
        "bash",
        {"command": "git log --oneline main.. && git diff main"},
        lambda room: outputs.review(stage.project, room),
    )
    yield Beat("assistant", "", thinks(stage, 0.5, [stage.say("think_review", words)]), (show,))
    text = _with_more(stage, "done_review", "review_more", words)
    lines = (line(done, "review_line") for done in stage.finished[:-9:-1])
    yield Beat("assistant", "\n".join([text, *_listed(stage.fitting("text", 1.0, (), lines))]))


def status(stage: Stage) -> Arc:
    """The user has lost track; the answer lists what is really done."""
    words = stage.common() | {"constraint": stage.draw("constraint", stage.scenario.constraints)}
    yield Beat("user", _asked(stage, "ask_status", "ask_status_more", words))
    lines = [line(done, "status_line") for done in stage.finished[-12:]]
    reasons = thinks(stage, 0.5, [stage.say("think_status", words)])
    listed = [stage.say("status_head", words), *lines, "", stage.say("status_tail", words)]
    yield Beat("assistant", "\n".join(listed), reasons)


def remind(stage: Stage) -> Arc:
    """The user repeats a rule."""
    words = stage.common() | {"constraint": stage.draw("constraint", stage.scenario.constraints)}
    yield Beat("user", _asked(stage, "remind", "remind_user_more", words))
    yield Beat("assistant", _with_more(stage, "remind_answer", "remind_more", words))


def explain(stage: Stage) -> Arc:
    """The user asks for the reasons of something that is done."""
    done = stage.rng.choice(stage.done[-5:])
    shape = shapes()[done["shape"]]
    words = stage.common() | done
    yield Beat("user", _asked(stage, "ask_explain", "ask_explain_more", words))
    option, risk = (
        fill(stage.draw(f"{part} {shape.name}", getattr(shape, part)), words) for part in ("options", "risks")
    )
    parts = [stage.say("explain_head", words), option]
    other = fill(stage.draw(f"hypotheses {shape.name}", shape.hypotheses), words)
    trace = fill(stage.draw(f"traces {shape.name}", shape.traces), words)
    more = [stage.say("explain_evidence", words), trace, f"{other} {risk}", stage.say("explain_tail", words)]
    reasons = thinks(stage, 0.6, [stage.say("think_explain", words)])
    yield Beat("assistant", "\n\n".join(stage.fitting("text", 1.0, parts, more)), reasons)


def merge(stage: Stage) -> Arc:
    """New code arrives from elsewhere, with faults of its own."""
    words = stage.common()

    def run(_: int) -> str:
        arrived = []
        for _ in range(stage.rng.randrange(6, 14)):
            shape = shapes()[stage.draw("feature", stage.scenario.shapes)]
            new = stage.project.new_function(shape, stage.rng.choice(stage.project.entities))
            stage.project.add_code(new)
            arrived.append(new)
        paths = sorted({new.words["path"] for new in arrived})
        words.update(new=str(len(arrived)), count_files=str(len(paths)))
        sizes = {path: sum(f.code().count("\n") + 1 for f in arrived if f.words["path"] == path) for path in paths}
        return "\n".join(["Fast-forward", *(f" {path} | {size} {'+' * min(40, size)}" for path, size in sizes.items())])

    yield Beat("user", stage.say("ask_merge", words))
    reasons = thinks(stage, 0.5, [stage.say("think_merge", words)])
    yield Beat("assistant", "", reasons, (Call("bash", {"command": "git pull --ff-only"}, run),))
    yield Beat("assistant", stage.say("answer_merge", words))


def _asked(stage: Stage, key: str, more: str, words: Words) -> str:
    """A question of the user, and why they ask it if they have said little so far."""
    return " ".join(stage.fitting("user", 1.0, [stage.say(key, words)], (stage.say(more, words) for _ in range(2))))


def _listed(lines: list[str]) -> list[str]:
    return ["", "What each is about, latest first:", *lines] if lines else []


def _with_more(stage: Stage, key: str, more: str, words: Words) -> str:
    """A phrase for the occasion, and as much of what else there is to say as there is room for."""
    return " ".join(stage.fitting("text", 0.7, [stage.say(key, words)], (stage.say(more, words) for _ in range(3))))
