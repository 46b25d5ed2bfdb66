"""The main arc: something is reported, seen to fail, understood, mended and committed."""

from compaction_core.synth import calls, facts, noting, reporting, telling
from compaction_core.synth.functions import Function
from compaction_core.synth.stage import Arc, Beat, Call, Stage
from compaction_core.synth.vocabulary import Words, fill, phrases


def bugfix(stage: Stage) -> Arc:
    """One ticket from the report to the commit."""
    bug = _choose(stage)
    words = _words(stage, bug)
    kind = reporting.evidence(stage, bug)
    yield from reporting.REPORTS[kind](stage, bug, words)
    if stage.rng.random() < 0.06:
        yield from reporting.wrong_file(stage, words)
    yield from _look(stage, bug, words)
    yield from _reproduce(stage, bug, words, repeated=kind == "flaky")
    if stage.rng.random() < 0.15:
        yield from _debug(stage, bug, words)
    yield from _repair(stage, bug, words)
    yield from _write_down(stage, bug, words)
    if stage.budget.room_of_result(1) > 6_000 and stage.rng.random() < 0.6:
        yield Beat("assistant", stage.say("diff_first", words, 0.7), calls=(calls.changes(stage),))
    thinks = telling.thinks(stage, 0.8, telling.on_the_result(stage, bug, words))
    commit = calls.commit(stage, words, noting.body(stage, bug, words))
    text = stage.fitting("text", 0.4, [stage.say("commit", words, 0.6)], [stage.say("commit_more", words)])
    yield Beat("assistant", " ".join(text), thinks, (commit,))
    stage.done.append(words)
    stage.finished.append(words)
    report = telling.report(stage, bug, words)
    near = words["path"] == stage.project.entities[0]["path"]
    if stage.rng.random() < (0.8 if near else 0.15):
        report += " " + stage.say("left_alone_near" if near else "left_alone", words)
    yield Beat("assistant", report, telling.thinks(stage, 0.6, (stage.say("think_report", words) for _ in range(2))))


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
    words |= {"ticket": stage.next_ticket()}
    words["symptom"] = fill(stage.draw(f"symptom {bug.shape.name}", bug.shape.symptoms), words)
    words["why"] = fill(stage.draw(f"why {bug.shape.name}", bug.shape.whys), words)
    return words | facts.facts(stage, bug) | facts.earlier(stage, bug)


def _look(stage: Stage, bug: Function, words: Words) -> Arc:
    text = " ".join(x for x in (words.get("found", ""), stage.say("look", words, 0.6)) if x)
    if "found" not in words and stage.room("calls") > 1_200 and stage.rng.random() < 0.4:
        words["planned"] = "yes"
        yield Beat("assistant", stage.say("plan_first", words, 0.7), calls=(noting.plan(bug, words),))
    thinks = telling.thinks(stage, 0.7, telling.on_the_ticket(stage, words))
    wanted = _wanted(stage, bug, words)
    first = calls.grep(stage, bug.name, context=stage.rng.choice((0, 0, 2)))
    if stage.rng.random() < stage.recipe.parallel_share:
        yield Beat("assistant", text, thinks, (first, *wanted.values()))
    else:
        yield Beat("assistant", text, thinks, (first,))
        for key, call in wanted.items():
            yield _said(stage, words, f"next_{key}", 0.7, call)
    words |= facts.twin(stage, bug)
    if stage.budget.room_of_result(1) > 9_000:
        yield from _look_wider(stage, bug, words)


def _wanted(stage: Stage, bug: Function, words: Words) -> dict[str, Call]:
    """What is read before an opinion is formed: always the function, now and then what is around it."""
    wanted = {"read": calls.read(stage, words["path"], stage.project.define_line(bug))}
    if stage.rng.random() < 0.4:
        wanted["tests"] = calls.read(stage, words["tests"], len(stage.project.files[words["tests"]]))
    if stage.rng.random() < 0.35:
        wanted["api"] = calls.read(stage, words["api"], stage.project.call_line(bug))
    if bug.shape.beside and stage.rng.random() < 0.5:
        wanted["beside"] = calls.read(stage, f"{words['pkg']}/{bug.shape.beside}.py", 1)
    return wanted


def _look_wider(stage: Stage, bug: Function, words: Words) -> Arc:
    """How often it happens: in the log where it leaves a trace, on the replica where rows show it."""
    if bug.shape.crash and "errors" not in words:
        words["looked_at_log"] = "yes"
        yield Beat("assistant", stage.say("log_wider", words), calls=(calls.log(stage, bug, words),))
    elif bug.shape.where and "total" not in words:
        yield Beat("assistant", stage.say("query_first", words), calls=(calls.query(stage, bug, words),))


def _reproduce(stage: Stage, bug: Function, words: Words, repeated: bool) -> Arc:
    if bug.shape.probe and not repeated and stage.room("calls") > 500:
        text = " ".join(stage.fitting("text", 0.4, [stage.say("probe_first", words)], [stage.say("seen", words)]))
        thinks = telling.thinks(stage, 0.8, telling.on_the_code(stage, bug, words))
        words["probed"] = "yes"
        yield Beat("assistant", text, thinks, (noting.probe(bug),))
        first, thinks = "probe_seen", telling.thinks(stage, 0.5, [stage.say("think_probe", words)])
    else:
        first, thinks = "seen", telling.thinks(stage, 1.0, telling.on_the_code(stage, bug, words))
    said = stage.fitting("text", 0.5, (), [stage.say(first, words)])
    text = " ".join([*said, stage.say("reproduce", words, 0.7)]).strip()
    yield Beat("assistant", text, thinks, (_tests(stage, bug, words),))
    bug.tested = True
    if repeated:
        yield Beat("assistant", stage.say("repeat", words), calls=(calls.repeat(stage, bug, words),))
        words["before"] = words["failures"]
    else:
        run = calls.tests(stage, words["tests"], words)
        yield _said(stage, words, "run", 0.5, run)


def _said(stage: Stage, words: Words, key: str, chance: float, call: Call) -> Beat:
    """A call with a word about it, a second one and a thought where there is room."""
    more = [stage.say(f"{key}_more", words)] if f"{key}_more" in phrases() else []
    text = stage.fitting("text", 0.5, [stage.say(key, words, chance)], more)
    thinks = telling.thinks(stage, 0.6, (stage.say(f"think_{key}", words) for _ in range(1 + len(more))))
    return Beat("assistant", " ".join(text), thinks, (call,))


def _tests(stage: Stage, bug: Function, words: Words) -> Call:
    """The failing test, and beside it what must not change, if there is room for it."""
    room = stage.room("calls")
    why = f"{words['ticket']}: {words['expected']}."
    blocks = [bug.test(why if room > 300 and len(why) < 100 else "")]
    if room > 350 and not bug.guarded:
        bug.guarded = True
        guards = bug.guards()
        blocks += guards
        words["guards"] = " and ".join(f"`{guard[4 : guard.index('(')]}`" for guard in guards)
    return calls.append(stage, words["tests"], *blocks)


def _debug(stage: Stage, bug: Function, words: Words) -> Arc:
    at = stage.project.fault_line(bug)
    above = stage.project.files[words["path"]][at - 2]
    indent = " " * (len(words["bad"]) - len(words["bad"].lstrip()))
    if not indent or not above.endswith('"""') or bug.shape.crash is None:
        return
    line = f'{indent}log.warning("{bug.name}: %r", locals())'
    put = calls.edit(stage, words["path"], at - 1, above, f"{above}\n{line}")
    yield Beat("assistant", stage.say("debug_first", words), calls=(put,))
    yield Beat("assistant", calls=(calls.tests(stage, words["tests"], words),))
    take = calls.edit(stage, words["path"], at, line, "")
    yield Beat("assistant", stage.say("debug_result", words), calls=(take,))


def _repair(stage: Stage, bug: Function, words: Words) -> Arc:
    words |= facts.places(stage, bug)
    before, (bad, good) = bug.code().strip("\n"), bug.mended()
    thinks = telling.thinks(stage, 0.8, telling.on_the_failure(stage, bug, words)) if "failed" in words else ""
    if stage.room("calls") > 1.3 * len(before):
        mend = calls.edit(stage, words["path"], int(words["def_line"]), before, before.replace(bad, good))
    else:
        mend = calls.edit(stage, words["path"], int(words["line"]), bad, good)
    more = [facts.detail(stage, bug, "traces", words)] if stage.room("text") > 500 else []
    text = stage.fitting("text", 0.6, [stage.say("repair", words, 0.8)], [*more, stage.say("repair_more", words)])
    yield Beat("assistant", " ".join(text), thinks, (mend,))
    bug.fixed = True
    test = calls.tests(stage, words["tests"], words)
    check = calls.repeat(stage, bug, words) if "before" in words else test
    yield _said(stage, words, "verify", 0.6, check)
    if "before" in words:
        yield Beat("assistant", calls=(test,))
    if "probed" in words and stage.room("calls") > 500:
        yield Beat("assistant", stage.say("probe_again", words), calls=(noting.probe(bug),))


def _write_down(stage: Stage, bug: Function, words: Words) -> Arc:
    """A note or a line in the change log, when there is room for it."""
    if "planned" in words and stage.room("calls") > 600:
        yield Beat("assistant", calls=(noting.plan(bug, words, done=4),))
    if stage.room("calls") > 1_000:
        thinks = telling.thinks(stage, 0.5, [stage.say("think_note", words)])
        yield Beat("assistant", stage.say("note_first", words, 0.8), thinks, (noting.note(stage, bug, words),))
    elif stage.room("calls") > 300:
        yield Beat("assistant", stage.say("change_first", words, 0.8), calls=(noting.change(stage, words),))
