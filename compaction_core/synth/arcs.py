"""The other arcs: features, settings and changed minds, questions, full runs, reviews, status, rules."""

from collections.abc import Callable

from compaction_core.synth import calls, outputs
from compaction_core.synth.bugfix import bugfix
from compaction_core.synth.stage import Arc, Beat, Call, Stage, lookups
from compaction_core.synth.vocabulary import Words, fill, phrases, shapes


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


def feature(stage: Stage) -> Arc:
    """A function is added. It has a fault that is found later."""
    place = stage.rng.choice(stage.project.entities)
    new = stage.project.new_function(shapes()[stage.draw("feature", stage.scenario.shapes)], place)
    words = stage.common() | new.words | {"ticket": stage.next_ticket(), "subject": f"add {new.name}"}
    new.reported = True
    words["purpose"] = fill(stage.draw("purposes", phrases()["purposes"]), words)
    words["purpose"] = words["purpose"][0].upper() + words["purpose"][1:]
    yield Beat("user", stage.say("ask_feature", words))
    around = calls.read(stage, words["path"], len(stage.project.files[words["path"]]))
    yield Beat("assistant", stage.say("plan_feature", words, 0.7), calls=(around,))
    write = calls.append(stage, words["path"], stage.project.code(new))
    yield Beat("assistant", stage.say("write_feature", words, 0.7), calls=(write,))
    yield Beat("assistant", calls=(calls.tests(stage, new, words),))
    yield Beat("assistant", calls=(calls.commit(stage, words),))
    new.reported = False
    yield Beat("assistant", stage.say("done_feature", words))


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
    yield Beat("user", stage.say("ask_reversal" if turn else "ask_setting", words))
    yield Beat("assistant", stage.say("do_setting", words, 0.6), calls=(calls.grep(stage, chosen.name),))
    words["uses"] = outputs.many(outputs.hits(stage.project, chosen.name)[0], "line")
    at = stage.project.line_of(path, f"{chosen.name} = ")
    change = calls.edit(stage, path, at, f"{chosen.name} = {old}", f"{chosen.name} = {value}")
    yield Beat("assistant", calls=(change,))
    stage.project.values[chosen.name] = value
    yield Beat("assistant", calls=(calls.commit(stage, words),))
    yield Beat("assistant", stage.say("done_setting", words))


def where(stage: Stage) -> Arc:
    """A question that changes nothing."""
    subject = stage.rng.choice([f for f in stage.project.functions if stage.project.define_line(f)])
    words = stage.common() | subject.words
    yield Beat("user", stage.say("ask_where", words))
    yield Beat("assistant", calls=(calls.grep(stage, subject.name, context=3),))
    hits, in_tests = outputs.hits(stage.project, subject.name)
    words |= {"hits": str(hits), "in_tests": str(in_tests), "line": str(stage.project.define_line(subject))}
    yield Beat("assistant", stage.say("answer_where", words))


def suite(stage: Stage) -> Arc:
    """Everything is run once."""
    words = stage.common()

    def run(room: int) -> str:
        text, facts = outputs.suite(stage.project, stage.rng, room)
        words.update(facts)
        return text

    yield Beat("user", stage.say("ask_suite", words))
    yield Beat("assistant", calls=(Call("run_tests", {"target": "tests", "options": "-v --cov"}, run),))
    yield Beat("assistant", stage.say("done_suite", words))


def review(stage: Stage) -> Arc:
    """The user reads the diff."""
    words = stage.common()
    yield Beat("user", stage.say("ask_review", words))
    show = Call(
        "bash",
        {"command": "git log --oneline main.. && git diff main"},
        lambda room: outputs.review(stage.project, room),
    )
    yield Beat("assistant", calls=(show,))
    yield Beat("assistant", stage.say("done_review", words))


def status(stage: Stage) -> Arc:
    """The user has lost track; the answer lists what is really done."""
    words = stage.common() | {"constraint": stage.draw("constraint", stage.scenario.constraints)}
    yield Beat("user", stage.say("ask_status", words))
    lines = [fill(phrases()["status_line"], done) for done in stage.done[-12:]]
    yield Beat("assistant", "\n".join([stage.say("status_head", words), *lines, "", stage.say("status_tail", words)]))


def remind(stage: Stage) -> Arc:
    """The user repeats a rule."""
    words: Words = {"constraint": stage.draw("constraint", stage.scenario.constraints)}
    yield Beat("user", stage.say("remind", words))
    yield Beat("assistant", stage.say("remind_answer", words))


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
        sizes = {
            path: sum(stage.project.code(f).count("\n") + 1 for f in arrived if f.words["path"] == path)
            for path in paths
        }
        return "\n".join(["Fast-forward", *(f" {path} | {size} {'+' * min(40, size)}" for path, size in sizes.items())])

    yield Beat("user", stage.say("ask_merge", words))
    yield Beat("assistant", calls=(Call("bash", {"command": "git pull --ff-only"}, run),))
    yield Beat("assistant", stage.say("answer_merge", words))


ARCS: dict[str, Callable[[Stage], Arc]] = {
    "bugfix": bugfix,
    "feature": feature,
    "setting": setting,
    "where": where,
    "suite": suite,
    "review": review,
    "status": status,
    "remind": remind,
}
NEEDS_WORK = ("review", "status", "remind", "suite")
"""Arcs that make no sense before something was done, nor twice in a row."""


def story(stage: Stage) -> Arc:
    """Arcs without end."""
    yield from opening(stage)
    last = ""
    while True:
        if len(stage.latent()) < 4:
            yield from merge(stage)
        name = stage.weighted(stage.scenario.arcs)
        if name in NEEDS_WORK and (len(stage.done) < 3 or last in NEEDS_WORK):
            name = "bugfix"
        yield from ARCS[name](stage)
        last = name
