"""The main arc: something is reported, seen to fail, understood, mended and committed."""

from compaction_core.synth import calls
from compaction_core.synth.project import Function
from compaction_core.synth.stage import Arc, Beat, Call, Stage, lookups
from compaction_core.synth.vocabulary import Words, fill


def bugfix(stage: Stage) -> Arc:
    """One ticket from the report to the commit."""
    bug = _choose(stage)
    words = _words(stage, bug)
    kind = _evidence(stage, bug)
    yield from _REPORTS[kind](stage, bug, words)
    if stage.rng.random() < 0.06:
        yield from _wrong_file(stage, words)
    yield from _look(stage, bug, words)
    yield from _reproduce(stage, bug, words, repeated=kind == "flaky")
    if stage.rng.random() < 0.2:
        yield from _debug(stage, bug, words)
    yield from _repair(stage, bug, words)
    yield Beat("assistant", stage.say("commit", words, 0.6), calls=(calls.commit(stage, words),))
    stage.done.append(words)
    report = stage.say("report", words)
    if kind == "flaky":
        report += f" Failure rate before: {words['before']} of 20 runs; after: {words['failures']} of 20."
    near = words["path"] == stage.project.entities[0]["path"]
    if stage.rng.random() < (0.8 if near else 0.15):
        report += " " + stage.say("left_alone_near" if near else "left_alone", words)
    yield Beat("assistant", report)


def _choose(stage: Stage) -> Function:
    pool = stage.latent()
    if stage.done and stage.rng.random() < 0.35:
        near = [f for f in pool if f.words["path"] == stage.done[-1]["path"]]
        pool = near or pool
    least = min(stage.seen.get(f.shape.name, 0) for f in pool)
    bug = stage.rng.choice([f for f in pool if stage.seen.get(f.shape.name, 0) == least])
    stage.seen[bug.shape.name] = least + 1
    bug.reported = True
    return bug


def _words(stage: Stage, bug: Function) -> Words:
    words = stage.common() | bug.words
    words["ticket"] = stage.next_ticket()
    words["symptom"] = fill(stage.draw(f"symptom {bug.shape.name}", bug.shape.symptoms), words)
    words["why"] = fill(stage.draw(f"why {bug.shape.name}", bug.shape.whys), words)
    words["line"] = str(stage.project.fault_line(bug))
    return words


def _evidence(stage: Stage, bug: Function) -> str:
    shape = bug.shape
    fits = {"report": True, "logs": shape.crash, "query": shape.where, "flaky": shape.flaky}
    return stage.weighted({kind: n for kind, n in stage.scenario.evidence.items() if fits[kind]})


def _report(stage: Stage, _: Function, words: Words) -> Arc:
    yield Beat("user", stage.say("ask", words))


def _logs(stage: Stage, bug: Function, words: Words) -> Arc:
    yield Beat("user", stage.say("ask_logs", words))
    yield Beat("assistant", stage.say("read_logs", words, 0.6), calls=(calls.log(stage, bug, words),))
    words["found"] = stage.say("found_logs", words)


def _query(stage: Stage, bug: Function, words: Words) -> Arc:
    yield Beat("user", stage.say("ask_query", words))
    yield Beat("assistant", stage.say("query_first", words, 0.7), calls=(calls.query(stage, bug, words),))
    words["found"] = f"{words['total']} {bug.words['entities']} are affected, so this is worth a proper fix."


def _flaky(stage: Stage, _: Function, words: Words) -> Arc:
    yield Beat("user", stage.say("ask_flaky", words))


_REPORTS = {"report": _report, "logs": _logs, "query": _query, "flaky": _flaky}


def _wrong_file(stage: Stage, words: Words) -> Arc:
    other = stage.rng.choice([e for e in stage.project.entities if e["path"] != words["path"]])
    yield Beat("assistant", f"Reading `{other['path']}`.", calls=(calls.read(stage, other["path"], 40),))
    yield Beat("user", stage.say("correct", words))
    words["found"] = stage.say("correct_answer", words)


def _look(stage: Stage, bug: Function, words: Words) -> Arc:
    text = " ".join(x for x in (words.get("found", ""), stage.say("look", words, 0.6)) if x)
    wanted: list[Call] = [calls.grep(stage, bug.name, context=stage.rng.choice((0, 0, 2)))]
    wanted.append(calls.read(stage, words["path"], stage.project.define_line(bug)))
    if stage.rng.random() < 0.6:
        wanted.append(calls.read(stage, words["tests"], len(stage.project.files[words["tests"]])))
    if stage.rng.random() < 0.25:
        wanted.append(calls.grep(stage, f"{words['pkg']}.{words['module']}"))
    yield from lookups(stage, text, stage.think("think_look", words, 0.5), *wanted)


def _reproduce(stage: Stage, bug: Function, words: Words, repeated: bool) -> Arc:
    write = calls.append(stage, words["tests"], stage.project.test(bug))
    thinks = fill(stage.draw(f"think {bug.shape.name}", bug.shape.thinks), words)
    if not stage.recipe.reasoning or stage.rng.random() < 0.2:
        thinks = ""
    yield Beat("assistant", stage.say("reproduce", words, 0.7), thinks, (write,))
    bug.tested = True
    if repeated:
        yield Beat("assistant", stage.say("repeat", words), calls=(calls.repeat(stage, bug, words),))
        words["before"] = words["failures"]
    else:
        yield Beat("assistant", stage.say("run", words, 0.5), calls=(calls.tests(stage, bug, words),))


def _debug(stage: Stage, bug: Function, words: Words) -> Arc:
    at = stage.project.fault_line(bug)
    above = stage.project.files[words["path"]][at - 2]
    indent = " " * (len(words["bad"]) - len(words["bad"].lstrip()))
    if not indent or not above.endswith('"""') or bug.shape.crash is None:
        return
    line = f'{indent}log.warning("{bug.name}: %r", locals())'
    put = calls.edit(stage, words["path"], at - 1, above, f"{above}\n{line}")
    yield Beat("assistant", stage.say("debug_first", words), calls=(put,))
    yield Beat("assistant", calls=(calls.tests(stage, bug, words),))
    take = calls.edit(stage, words["path"], at, line, "")
    yield Beat("assistant", stage.say("debug_result", words), calls=(take,))


def _repair(stage: Stage, bug: Function, words: Words) -> Arc:
    at = stage.project.fault_line(bug)
    words["line"] = str(at)
    mend = calls.edit(stage, words["path"], at, bug.words["bad"], bug.words["good"])
    yield Beat("assistant", stage.say("repair", words, 0.8), calls=(mend,))
    bug.fixed = True
    check = calls.repeat(stage, bug, words) if "before" in words else calls.tests(stage, bug, words)
    yield Beat("assistant", stage.say("verify", words, 0.6), calls=(check,))
    if "before" in words:
        yield Beat("assistant", calls=(calls.tests(stage, bug, words),))
