"""What is known at a moment: words about a function that prose can state, read off the repository."""

from compaction_core.synth import outputs
from compaction_core.synth.functions import Function
from compaction_core.synth.stage import Stage
from compaction_core.synth.vocabulary import Words, fill


def places(stage: Stage, function: Function) -> Words:
    """Where the function, its caller and its fault stand now."""
    project = stage.project
    return {
        "def_line": str(project.define_line(function)),
        "call_line": str(project.call_line(function)),
        "line": str(project.fault_line(function)),
    }


def facts(stage: Stage, function: Function) -> Words:
    """Where the function stands, who calls it and how its file is tested, as they are now."""
    project, words = stage.project, function.words
    hits, in_tests = outputs.hits(project, function.name)
    return places(stage, function) | {
        "length": str(function.code().strip("\n").count("\n") + 1),
        "hits": str(hits),
        "in_tests": str(in_tests or "none"),
        "named": f"{outputs.many(in_tests, 'line')} of the tests name it" if in_tests else "no test names it",
        "file_lines": str(len(project.files[words["path"]])),
        "tests_count": str(len(outputs.test_names(project, words["tests"]))),
    }


def earlier(stage: Stage, function: Function) -> Words:
    """Words about finished tickets that come to mind: ``near_…`` in the same file, ``like_…`` of the same kind."""
    known: Words = {}
    for done in stage.done[-40:]:
        if done["path"] == function.words["path"]:
            known |= {f"near_{key}": done[key] for key in ("ticket", "hash", "fn", "fix", "path")}
        elif done["shape"] == function.shape.name:
            known |= {f"like_{key}": done[key] for key in ("ticket", "hash", "fn", "fix", "path")}
    return known


def twin(stage: Stage, function: Function) -> Words:
    """Another function with the same fault in a file that was worked on: nobody has reported it yet."""
    read = {done["path"] for done in stage.done[-20:]}
    for other in stage.latent():
        if other.shape is function.shape and other.words["path"] in read:
            line = str(stage.project.define_line(other))
            return {"twin": other.name, "twin_path": other.words["path"], "twin_line": line}
    return {}


def detail(stage: Stage, function: Function, part: str, words: Words) -> str:
    """One of the shape's own sentences, not used since all others were."""
    return fill(stage.draw(f"{part} {function.shape.name}", getattr(function.shape, part)), words)
