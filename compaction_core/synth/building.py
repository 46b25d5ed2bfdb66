"""Arcs in which code is added: a function, and a module of its own with its tests."""

from collections.abc import Iterator

from compaction_core.synth import calls, facts, noting
from compaction_core.synth.functions import Function
from compaction_core.synth.stage import Arc, Beat, Call, Stage
from compaction_core.synth.telling import thinks
from compaction_core.synth.vocabulary import Module, Words, fill, modules, phrases, shapes


def feature(stage: Stage) -> Arc:
    """A function is added, with what calls it and some tests. It has a fault that is found later."""
    place = stage.rng.choice(stage.project.entities)
    new = stage.project.new_function(shapes()[stage.draw("feature", stage.scenario.shapes)], place)
    words = stage.common() | new.words | {"ticket": stage.next_ticket(), "subject": f"add {new.name}"}
    new.reported = True
    words |= facts.facts(stage, new)
    words["purpose"] = fill(stage.draw("purposes", phrases()["purposes"]), words)
    words["purpose"] = words["purpose"][0].upper() + words["purpose"][1:]
    words["reason"] = words["purpose"]
    yield Beat("user", _wish(stage, words))
    around = calls.read(stage, words["path"], len(stage.project.files[words["path"]]))
    reasons = thinks(stage, 0.8, (stage.say("think_feature", words) for _ in range(3)))
    yield Beat("assistant", stage.say("plan_feature", words, 0.7), reasons, (around,))
    yield Beat("assistant", stage.say("write_feature", words, 0.7), calls=_code(stage, new))
    yield Beat("assistant", stage.maybe("feature_run", words), calls=(calls.tests(stage, words["tests"], words),))
    reasons = thinks(stage, 0.6, [stage.say("think_feature_done", words)])
    commit = calls.commit(stage, words, _purpose(stage, words))
    yield Beat("assistant", stage.maybe("feature_commit", words), reasons, (commit,))
    new.reported = False
    stage.finished.append(words)
    words |= facts.facts(stage, new)
    more = [stage.say("feature_more", words), stage.say("where_more", words)]
    text = " ".join(stage.fitting("text", 0.8, [stage.say("done_feature", words)], more))
    yield Beat("assistant", text, thinks(stage, 0.5, [stage.say("think_feature_report", words)]))


def _wish(stage: Stage, words: Words) -> str:
    asked = stage.say("ask_feature", words)
    if stage.room("user") < len(asked) + 150:
        return asked
    rules = [stage.say("feature_rules", words) for _ in range(3)]
    asked = " ".join(stage.fitting("user", 0.5, [asked], [stage.say("feature_why", words)]))
    return "\n".join([asked, "", stage.say("ask_feature_list", words), *(f"- {rule}" for rule in rules)])


def _code(stage: Stage, new: Function) -> tuple[Call, ...]:
    """The edits: the function and its handler, and its tests if there is room for them."""
    words = new.words
    edits = [calls.append(stage, words["path"], new.code())]
    edits.append(calls.append(stage, words["api"], new.handler()))
    if stage.room("calls") > 400:
        new.guarded = True
        edits.append(calls.append(stage, words["tests"], *new.guards()))
    return tuple(edits)


def _purpose(stage: Stage, words: Words) -> str:
    return "\n".join(map(noting.wrapped, stage.fitting("calls", 0.3, (), [words["reason"]])))


def module(stage: Stage) -> Arc:
    """A new module is written, with its tests; the same pair of module and entity never twice."""
    free = [
        (kind, place)
        for kind in modules().values()
        for place in stage.project.entities
        if paths(kind, place)[0] not in stage.project.files
    ]
    if not free:
        return
    fresh = [pair for pair in free if pair[0].name not in stage.written] or free
    kind, place = stage.rng.choice(fresh)
    stage.written.add(kind.name)
    words = stage.common() | place | {"ticket": stage.next_ticket(), "new_path": paths(kind, place)[0]}
    words |= {key: fill(getattr(kind, key), words) for key in ("ask", "purpose")}
    words |= {"subject": f"add {words['purpose']}", "new_tests_path": paths(kind, place)[1]}
    words["reason"] = f"Asked for: {'; '.join(fill(rule, words) for rule in kind.rules)}."
    rules, covered = ([fill(text, words) for text in texts] for texts in (kind.rules, kind.covered))
    context = stage.fitting("user", 0.7, (), (stage.say("module_context", words) for _ in range(2)))
    listed = [stage.say("ask_module", words), "", *(f"- {rule}" for rule in rules)]
    yield Beat("user", "\n".join([*listed, *([""] if context else []), " ".join(context)]).strip())
    reasons = thinks(stage, 1.0, _weighing(stage, kind, words))
    yield Beat(
        "assistant",
        stage.say("module_read", words),
        reasons,
        (calls.read(stage, place["path"], 40),),
    )
    yield from _written(stage, kind, words)
    stage.finished.append(words)
    listed = [
        stage.say("say_module_rules", words),
        *(f"- {rule}: `{test}`" for rule, test in zip(rules, covered, strict=True)),
    ]
    tells = [fill(text, words) for text in kind.tells]
    head, *rest = stage.fitting("text", 1.0, [stage.say("say_module", words)], ["\n".join(listed), *tells])
    more = stage.fitting("text", 0.5, [head], (stage.say("say_module_more", words) for _ in range(2)))
    reasons = thinks(stage, 0.6, [stage.say("think_module_report", words)])
    yield Beat("assistant", "\n\n".join([" ".join(more), *rest]), reasons)


def paths(kind: Module, place: Words) -> tuple[str, str]:
    """Where a module about an entity stands, and its tests."""
    name = f"{place['entity']}_{kind.name}"
    return f"{place['pkg']}/{name}.py", f"tests/test_{name}.py"


def _weighing(stage: Stage, kind: Module, words: Words) -> Iterator[str]:
    yield fill(kind.weighs[0], words)
    yield stage.say("think_module", words)
    yield from (fill(text, words) for text in kind.weighs[1:])


def _page(stage: Stage, kind: Module, words: Words) -> Call:
    """A page of the documentation about the module: its rules, and what was decided."""
    name = words["new_path"].rsplit("/", 1)[1].removesuffix(".py")
    parts = {part: [fill(text, words) for text in getattr(kind, part)] for part in ("rules", "weighs", "tells")}
    lines = [f"# {name}: {words['purpose']}", "", f"Since {words['ticket']}. The code is `{words['new_path']}`.", ""]
    lines += ["## Rules", "", *(f"- {rule}" for rule in parts["rules"]), "", "## Decisions", ""]
    lines += ["\n\n".join(parts["tells"]), "", "## Why like this", "", "\n\n".join(parts["weighs"])]
    return calls.write(stage, f"docs/{name}.md", "\n".join(lines))


def _written(stage: Stage, kind: Module, words: Words) -> Arc:
    code, tests = fill(kind.code, words), fill(kind.tests, words)
    words |= {"new_lines": str(code.strip().count("\n") + 1), "new_tests": str(tests.count("\ndef test_"))}
    reasons = thinks(stage, 0.7, [stage.say("think_module_write", words)])
    yield Beat("assistant", stage.say("module_write", words), reasons, (calls.write(stage, words["new_path"], code),))
    reasons = thinks(stage, 0.7, [stage.say("think_module_tests", words)])
    yield Beat(
        "assistant", stage.say("module_tests", words), reasons, (calls.write(stage, words["new_tests_path"], tests),)
    )
    run = calls.tests(stage, words["new_tests_path"], words)
    yield Beat("assistant", stage.maybe("module_run", words), calls=(run,))
    if stage.room("calls") > 600:
        yield Beat("assistant", stage.maybe("module_docs", words), calls=(_page(stage, kind, words),))
    yield Beat(
        "assistant", stage.maybe("module_commit", words), calls=(calls.commit(stage, words, _purpose(stage, words)),)
    )
