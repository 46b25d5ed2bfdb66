"""The tool calls that arcs make, each with the answer the repository gives."""

from compaction_core.synth import outputs, patch, records
from compaction_core.synth.functions import Function
from compaction_core.synth.stage import Call, Stage
from compaction_core.synth.vocabulary import Words


def read(stage: Stage, path: str, line: int) -> Call:
    """Read a file around a 1-based line."""
    above = stage.rng.choice((12, 30, 60, 120) if stage.budget.room_of_result(1) > 1_500 else (8, 12, 20))
    first = max(0, line - above)
    arguments: dict[str, object] = {"path": path} | ({"offset": first + 1} if first else {})
    return Call("read_file", arguments, lambda room: outputs.excerpt(stage.project, path, first, line, room))


def grep(stage: Stage, text: str, context: int = 0) -> Call:
    """Search the repository for a string."""
    arguments: dict[str, object] = {"pattern": text} | ({"context": context} if context else {})
    return Call("grep", arguments, lambda room: outputs.grep(stage.project, text, room, context))


def tests(stage: Stage, path: str, words: Words) -> Call:
    """Run a test file; ``words`` learns how many tests passed and failed."""

    def run(room: int) -> str:
        text, passed, failed = outputs.test_run(stage.project, path, stage.now, stage.rng, room)
        words.update(passed=str(passed), failed=str(failed))
        return text

    return Call("run_tests", {"target": path}, run)


def edit(stage: Stage, path: str, at: int, old: str, new: str) -> Call:
    """Replace the lines ``old`` at 1-based line ``at``, with as many lines above them as make the passage unique."""
    lines, count = stage.project.files[path], old.count("\n") + 1
    above = patch.lines_above(lines, at - 1, count)
    head = lines[at - 1 - above : at - 1]
    old, new = "\n".join([*head, old]), "\n".join([*head, *([new] if new else [])])

    def run(_: int) -> str:
        hunk = stage.project.replace(path, at - above, old, new)
        stage.dirty.append(hunk)
        stage.project.hunks.append(hunk)
        return hunk

    return Call("edit_file", {"path": path, "old": old, "new": new}, run)


def append(stage: Stage, path: str, *blocks: str) -> Call:
    """Add code at the end of a file, two empty lines above each block."""
    last = len(stage.project.files[path])
    anchor = stage.project.files[path][-1]
    return edit(stage, path, last, anchor, "\n\n\n".join([anchor, *(block.strip("\n") for block in blocks)]))


def write(stage: Stage, path: str, text: str) -> Call:
    """Write a new file."""
    lines = text.strip("\n").split("\n")

    def run(_: int) -> str:
        stage.project.put(path, lines)
        hunk = patch.diff(path, 0, [], [], lines, []).split("\n")
        hunk[0], hunk[2] = "--- /dev/null", f"@@ -0,0 +1,{len(lines)} @@"
        stage.dirty.append("\n".join(hunk))
        stage.project.hunks.append("\n".join(hunk))
        return f"wrote {path}, {outputs.many(len(lines), 'line')}"

    return Call("write_file", {"path": path, "content": "\n".join([*lines, ""])}, run)


def changes(stage: Stage) -> Call:
    """Show what is not committed yet."""
    return Call("bash", {"command": "git diff HEAD"}, lambda _: "\n".join(stage.dirty))


def commit(stage: Stage, words: Words, body: str = "") -> Call:
    """Commit everything under the ticket; ``words`` learns the hash."""
    subject = f"{words['ticket']}: {words['subject']}"
    command = f"git commit -F - <<'EOF'\n{subject}\n\n{body}\nEOF" if body else f'git commit -m "{subject}"'

    def run(_: int) -> str:
        words["hash"] = stage.project.hash()
        stage.project.commits.append((words["hash"], subject))
        where = f"[{stage.scenario.pkg}-work {words['hash']}] {subject}"
        return f"{where}\n {_changed(stage)}"

    return Call("bash", {"command": f"git add -A && {command}"}, run)


def _changed(stage: Stage) -> str:
    """What a commit says about the edits since the last one, which are forgotten."""
    lines = [line for hunk in stage.dirty for line in hunk.split("\n")[3:]]
    heads = [hunk.split("\n", 2)[:2] for hunk in stage.dirty]
    files = outputs.many(len({path for _, path in heads}), "file")
    plus, minus = (sum(line.startswith(mark) for line in lines) for mark in "+-")
    stage.dirty.clear()
    new = [f"\n create mode 100644 {path[6:]}" for old, path in heads if old == "--- /dev/null"]
    return f"{files} changed, {outputs.many(plus, 'insertion')}(+), {outputs.many(minus, 'deletion')}(-)" + "".join(new)


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
