"""The tool calls that arcs make, each with the answer the repository gives."""

from compaction_core.synth import outputs, records
from compaction_core.synth.project import Function
from compaction_core.synth.stage import Call, Stage
from compaction_core.synth.vocabulary import Words


def read(stage: Stage, path: str, line: int) -> Call:
    """Read a file around a 1-based line."""
    first = max(0, line - stage.rng.choice((12, 30, 60, 120)))
    return Call(
        "read_file",
        {"path": path, "offset": first + 1} if first else {"path": path},
        lambda room: outputs.excerpt(stage.project, path, first, line, room),
    )


def grep(stage: Stage, text: str, context: int = 0) -> Call:
    """Search the repository for a string."""
    arguments: dict[str, object] = {"pattern": text} | ({"context": context} if context else {})
    return Call("grep", arguments, lambda room: outputs.grep(stage.project, text, room, context))


def tests(stage: Stage, function: Function, words: Words) -> Call:
    """Run the tests of the function's module; ``words`` learns how many passed and failed."""
    path = function.words["tests"]

    def run(room: int) -> str:
        text, passed, failed = outputs.test_run(stage.project, path, stage.now, stage.rng, room)
        words.update(passed=str(passed), failed=str(failed))
        return text

    return Call("run_tests", {"target": path}, run)


def edit(stage: Stage, path: str, at: int, old: str, new: str) -> Call:
    """Replace the lines ``old`` at 1-based line ``at``; ``old`` may be empty at the end of a file."""

    def run(_: int) -> str:
        hunk = stage.project.replace(path, at, old, new)
        stage.dirty.append(hunk)
        stage.project.hunks.append(hunk)
        return hunk

    return Call("edit_file", {"path": path, "old": old, "new": new}, run)


def append(stage: Stage, path: str, code: str) -> Call:
    """Add code at the end of a file, two empty lines above it."""
    last = len(stage.project.files[path])
    anchor = stage.project.files[path][-1]
    return edit(stage, path, last, anchor, "\n".join([anchor, "", "", *code.strip("\n").split("\n")]))


def commit(stage: Stage, words: Words) -> Call:
    """Commit everything under the ticket; ``words`` learns the hash."""
    subject = f"{words['ticket']}: {words['subject']}"

    def run(_: int) -> str:
        words["hash"] = stage.project.hash()
        stage.project.commits.append((words["hash"], subject))
        lines = [line for hunk in stage.dirty for line in hunk.split("\n")[3:]]
        files = len({hunk.split("\n", 1)[0] for hunk in stage.dirty})
        plus, minus = (sum(line.startswith(mark) for line in lines) for mark in "+-")
        stage.dirty.clear()
        changed = f"{outputs.many(plus, 'insertion')}(+), {outputs.many(minus, 'deletion')}(-)"
        where = f"[{stage.scenario.pkg}-work {words['hash']}] {subject}"
        return f"{where}\n {outputs.many(files, 'file')} changed, {changed}"

    return Call("bash", {"command": f'git add -A && git commit -m "{subject}"'}, run)


def log(stage: Stage, function: Function, words: Words) -> Call:
    """Read the service log; ``words`` learns how many lines and errors it showed."""

    def run(room: int) -> str:
        text, lines, errors = records.log(stage.project, function, stage.now, stage.rng, room)
        words.update(lines=str(lines), errors=str(errors))
        return text

    return Call("bash", {"command": f"logs {stage.scenario.service} --since 15m --tail"}, run)


def query(stage: Stage, function: Function, words: Words) -> Call:
    """Ask the replica for the rows a fault hits; ``words`` learns how many there are."""

    def run(room: int) -> str:
        text, total = records.rows(function, stage.now, stage.rng, room)
        words["total"] = f"{total:,}"
        return text

    return Call("query_db", {"sql": records.sql(function)}, run)


def repeat(stage: Stage, function: Function, words: Words) -> Call:
    """Run one test twenty times; ``words`` learns how often it failed."""

    def run(_: int) -> str:
        text, failures = outputs.repeated(function, stage.rng)
        words["failures"] = str(failures)
        return text

    target = f"{function.words['tests']}::{function.words['test_name']}"
    return Call("run_tests", {"target": target, "options": "--repeat 20"}, run)
