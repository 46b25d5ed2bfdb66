"""The last messages: the session ends in exactly as many as are left."""

from compaction_core.synth import calls
from compaction_core.synth.stage import Arc, Beat, Call, Stage, line

LEAST = 2


def closing(stage: Stage, left: int) -> Arc:
    """End the session in ``left`` messages (at least 2): a handover, thanks, or a call that stays open."""
    words = stage.common() | {"constraint": stage.scenario.constraints[0]}
    words["constraint"] = "As agreed: " + words["constraint"]
    words["open"] = "The last edit is not committed yet" if stage.dirty else "Everything is committed"
    yield Beat("user", stage.say("close", words))
    left -= 1
    checks = (_status(stage), *(calls.read(stage, e["path"], 40) for e in stage.project.entities))
    if stage.recipe.pending:
        if left == 2:
            yield Beat("user", "And check that nothing is left uncommitted, please.")
        elif left > 2:
            yield Beat("assistant", stage.say("close_check", words), calls=checks[1 : left - 1])
        yield Beat("assistant", "I'll make sure that nothing is left uncommitted.", calls=checks[:1])
        return
    if left > 2:
        yield Beat("assistant", stage.say("close_check", words), calls=checks[: left - 2])
    lines = (line(done, "handover_line") for done in stage.finished[:-25:-1])
    listed = stage.fitting("text", 1.0, [stage.say("close_answer", words)], lines)
    yield Beat("assistant", "\n".join([*listed[:1], *([""] if listed[1:] else []), *listed[1:]]))
    if left == 2:
        yield Beat("user", stage.say("thanks", words))


def _status(stage: Stage) -> Call:
    def run(_: int) -> str:
        changed = sorted({hunk.split("\n", 2)[1][6:] for hunk in stage.dirty})
        return "\n".join(f" M {path}" for path in changed) or "nothing to commit, working tree clean"

    return Call("bash", {"command": "git status --short"}, run)
