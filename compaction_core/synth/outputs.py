"""What the tools answer. Everything is read off the repository; ``room`` is the wanted length in characters."""

from random import Random

from compaction_core.synth.functions import Function
from compaction_core.synth.logs import log_lines
from compaction_core.synth.project import Project
from compaction_core.synth.vocabulary import fill


def excerpt(project: Project, path: str, first: int, line: int, room: int) -> str:
    """Numbered lines from ``first`` to at least ``line`` (0-based), about ``room`` characters."""
    lines = project.files[path]
    count = max(line - first + 12, room // 46)
    shown = [f"{first + n + 1:>6}\t{text}" for n, text in enumerate(lines[first : first + count])]
    rest = len(lines) - first - len(shown)
    return "\n".join(shown) + (f"\n… {rest} more lines in {path}" if rest > 0 else "")


def grep(project: Project, text: str, room: int, context: int = 0) -> str:
    """Every line that holds the text, as ``path:line:content``, with lines around it when asked for."""
    found: list[str] = []
    for path in sorted(project.files):
        lines = project.files[path] if text in project.text(path) else []
        for n, content in enumerate(lines):
            if text in content:
                first = max(0, n - context)
                around = lines[first : n + context + 1]
                found += [f"{path}{':' if first + m == n else '-'}{first + m + 1}: {x}" for m, x in enumerate(around)]
                found += ["--"] if context else []
        if sum(map(len, found)) > max(room, 4000):
            return "\n".join(found) + "\n(more hits left out)"
    if found and found[-1] == "--":
        found.pop()
    return "\n".join(found) if found else f"no line holds {text!r}"


def hits(project: Project, text: str) -> tuple[int, int]:
    """How many lines hold the text: everywhere, and in the tests."""
    found = [(path, lines) for path, lines in project.files.items() if text in project.text(path)]
    counts = {path: sum(text in line for line in lines) for path, lines in found}
    return sum(counts.values()), sum(n for path, n in counts.items() if path.startswith("tests/"))


def many(number: int, noun: str) -> str:
    """A number and its noun: ``1 line``, ``2 lines``."""
    return f"{number} {noun}{'s' * (number != 1)}"


def listing(project: Project) -> str:
    """All files with their number of lines."""
    return "\n".join(f"{len(lines):>6}  {path}" for path, lines in sorted(project.files.items()))


def test_names(project: Project, path: str) -> list[str]:
    """The tests of a file, in order."""
    return [line[4 : line.index("(")] for line in project.files[path] if line.startswith("def test_")]


def failing(project: Project, path: str) -> list[Function]:
    """The functions whose test fails now."""
    return [f for f in project.functions if f.tested and not f.fixed and f.words["tests"] == path]


def test_run(project: Project, path: str, now: float, rng: Random, room: int) -> tuple[str, int, int]:
    """A run of one test file: its output, how many passed, how many failed."""
    names, bad = test_names(project, path), failing(project, path)
    broken = {f.words["test_name"] for f in bad}
    passed, seconds = len(names) - len(broken), 0.2 + 0.07 * len(names) + rng.random()
    if room > 1500:
        # a long answer is wanted: the runner shows what each test logged, as runners do at debug level
        logged = min(7, max(0, room - 95 * len(names)) // (160 * len(names)))
        head = []
        for name in names:
            head.append(f"{path}::{name} {'FAILED' if name in broken else 'PASSED'}")
            head += [f"  {line}" for line in log_lines(project, now, rng, logged)]
    else:
        head = [path + " " + "".join("F" if name in broken else "." for name in names)]
    body = [line for f in bad for line in _traceback(project, f)]
    body += _annotated(project, path, room - sum(map(len, head)) - sum(map(len, body)))
    short = [f"FAILED {path}::{f.words['test_name']} - {f.words['error']}" for f in bad]
    if short:
        short.insert(0, "=" * 24 + " short test summary info " + "=" * 24)
    tally = f"{len(bad)} failed, {passed} passed" if bad else f"{passed} passed"
    return "\n".join([*head, *body, *short, f"{tally} in {seconds:.2f}s"]), passed, len(bad)


def _annotated(project: Project, path: str, room: int) -> list[str]:
    """The tested module with coverage marks, if there is much room."""
    own = next((e["path"] for e in project.entities if e["tests"] == path), "")
    tested = "\n".join(project.files[path])
    if not own or room < 6_000:
        return []
    covered, text = True, ["", f"coverage of {own} (> run, ! not run)"]
    for line in project.files[own]:
        if line.startswith("def "):
            covered = line[4 : line.index("(")] in tested
        text.append(f"{' ' if not line.strip() else '>' if covered else '!'} {line}".rstrip())
    return text


def _traceback(project: Project, function: Function) -> list[str]:
    words = function.words
    path, start = words["tests"], project.line_of(words["tests"], f"def {words['test_name']}(")
    line = project.line_of(path, words["fails"], start - 1)
    shown = project.files[path][start - 1 : line - 1]
    text = ["=" * 34 + " FAILURES " + "=" * 34, f"{'_' * 16} {words['test_name']} {'_' * 16}", ""]
    text += [f"    {x}" for x in shown] + [f">   {words['fails']}"]
    kind = words["error"].split(":")[0]
    if function.shape.crash is None:
        return [*text, f"E       {words['error']}", "", f"{path}:{line}: {kind}"]
    crash = fill(function.shape.crash, words)
    at = project.crash_line(function)
    above = project.files[words["path"]][project.define_line(function) - 1 : at - 1]
    text += ["", f"{path}:{line}:", "_ " * 30, "", *(f"    {x}" for x in above), f">   {crash}"]
    return [*text, f"E       {words['error']}", "", f"{words['path']}:{at}: {kind}"]


def suite(project: Project, rng: Random, room: int) -> tuple[str, dict[str, str]]:
    """The whole suite with coverage, and the numbers an honest reader would take from it."""
    paths = sorted(path for path in project.files if path.startswith("tests/"))
    names = [f"{path}::{name}" for path in paths for name in test_names(project, path)]
    lines = [f"{name} PASSED [{100 * (n + 1) // len(names):>3}%]" for n, name in enumerate(names)]
    wanted = max(8, room // 70)
    if len(lines) > wanted:
        cut = len(lines) - wanted
        lines = [*lines[: wanted // 2], f"… {cut} more lines like these …", *lines[-(wanted - wanted // 2) :]]
    rows, total, missed, lowest = [], 0, 0, (101, "")
    for path in sorted(path for path in project.files if path.startswith(project.scenario.pkg)):
        size = len(project.files[path])
        gap = rng.randrange(0, 1 + size // 6)
        total, missed = total + size, missed + gap
        share = 100 * (size - gap) // size
        lowest = min(lowest, (share, path))
        rows.append(f"{path:<40} {size:>6} {gap:>6} {share:>5}%")
    seconds = f"{3 + len(names) * 0.06 + rng.random():.1f}"
    coverage = str(100 * (total - missed) // total)
    table = [f"{'Name':<40} {'Stmts':>6} {'Miss':>6} {'Cover':>6}", "-" * 61, *rows, "-" * 61]
    table.append(f"{'TOTAL':<40} {total:>6} {missed:>6} {coverage:>5}%")
    facts = {"passed": str(len(names)), "seconds": seconds, "coverage": coverage, "lowest": lowest[1]}
    return "\n".join([*lines, "", *table, "", f"{len(names)} passed in {seconds}s"]), facts


def repeated(function: Function, rng: Random, runs: int = 20) -> tuple[str, int]:
    """Many runs of one test; fails in some of them until the function is mended. Output and failures."""
    name, lines, bad = f"{function.words['tests']}::{function.words['test_name']}", [], 0
    for n in range(runs):
        fails = not function.fixed and (rng.random() < 0.3 or (n == runs - 1 and not bad))
        bad += fails
        lines.append(f"run {n + 1:>2}/{runs} seed={rng.randrange(10_000):>4} {name} {'FAILED' if fails else 'PASSED'}")
        lines += [f"    E   {function.words['error']}"] if fails else []
    return "\n".join([*lines, f"{bad} of {runs} runs failed"]), bad


def review(project: Project, room: int) -> str:
    """The commits of the session and the end of its diff."""
    log = [f"{commit} {subject}" for commit, subject in reversed(project.commits)]
    text = "\n".join(log[:40])
    shown: list[str] = []
    length = len(text)
    for hunk in reversed(project.hunks):
        length += len(hunk)
        if length > room and shown:
            break
        shown.append(hunk)
    return "\n".join([text, "", *reversed(shown)])
