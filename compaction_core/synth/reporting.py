"""How a fault comes in: the user's first message, and what is looked at before the code."""

from compaction_core.synth import asking, calls
from compaction_core.synth.functions import Function
from compaction_core.synth.stage import Arc, Beat, Stage
from compaction_core.synth.vocabulary import Words


def evidence(stage: Stage, bug: Function) -> str:
    """What the report comes with: nothing, a log, a question to the database, or a rate of failures."""
    shape = bug.shape
    fits = {"report": True, "logs": shape.crash, "query": shape.where, "flaky": shape.flaky}
    return stage.weighted({kind: n for kind, n in stage.scenario.evidence.items() if fits[kind]})


def _report(stage: Stage, bug: Function, words: Words) -> Arc:
    yield Beat("user", asking.asks(stage, bug, words))


def _logs(stage: Stage, bug: Function, words: Words) -> Arc:
    yield Beat("user", asking.asks(stage, bug, words, "ask_logs"))
    yield Beat("assistant", stage.say("read_logs", words, 0.6), calls=(calls.log(stage, bug, words),))
    words["found"] = stage.say("found_logs", words)


def _query(stage: Stage, bug: Function, words: Words) -> Arc:
    yield Beat("user", asking.asks(stage, bug, words, "ask_query"))
    yield Beat("assistant", stage.say("query_first", words, 0.7), calls=(calls.query(stage, bug, words),))
    words["found"] = f"{words['total']} {bug.words['entities']} are affected, so this is worth a proper fix."


def _flaky(stage: Stage, bug: Function, words: Words) -> Arc:
    yield Beat("user", asking.asks(stage, bug, words, "ask_flaky"))


REPORTS = {"report": _report, "logs": _logs, "query": _query, "flaky": _flaky}


def wrong_file(stage: Stage, words: Words) -> Arc:
    """The assistant opens another file first and is corrected."""
    other = stage.rng.choice([e for e in stage.project.entities if e["path"] != words["path"]])
    yield Beat("assistant", f"Reading `{other['path']}`.", calls=(calls.read(stage, other["path"], 40),))
    yield Beat("user", stage.say("correct", words))
    words["found"] = stage.say("correct_answer", words)
