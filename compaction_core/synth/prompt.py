"""The system prompt of a generated session: the working rules of the invented project."""

from compaction_core.synth.project import Project
from compaction_core.synth.vocabulary import fill, system_template


def system_prompt(project: Project) -> str:
    """The scenario's introduction, the layout of the repository as it is at the start, and the rules."""
    scenario = project.scenario
    layout = [
        f"- `{words['path']}`, `{words['tests']}`: {meaning}."
        for words, meaning in zip(project.entities, scenario.meanings, strict=True)
    ]
    words = {
        "intro": scenario.system.strip(),
        "project": scenario.project.capitalize(),
        "pkg": scenario.pkg,
        "settings": project.settings_path,
        "protected": project.protected,
        "layout": "\n".join(layout),
        "lessons": "\n".join(f"- {lesson}" for lesson in scenario.lessons),
        "surroundings": scenario.surroundings.strip(),
    }
    return fill(system_template(), words)
