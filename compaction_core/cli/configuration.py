"""The settings of ``check`` in a YAML file."""

from pathlib import Path
from typing import Any

import yaml

from compaction_core.errors import BadParameter

KEYS = (
    "strategy",
    "window",
    "at",
    "set",
    "protect",
    "estimator",
    "overhead",
    "counter",
    "output",
    "summarizer_window",
    "provider",
    "blocking",
)


def configured(path: str | None) -> dict[str, Any]:
    """The settings of a YAML file; what the command line says goes before them. Raises BadParameter."""
    if path is None:
        return {}
    try:
        value = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError, RecursionError) as error:
        raise BadParameter(f"Cannot read the settings in {path!r}: {_cause(error)}.") from error
    value = {} if value is None else value
    if not isinstance(value, dict):
        raise BadParameter(f"{path!r} must hold names with values, as in `strategy: pi`; known are: {', '.join(KEYS)}.")
    for name in value:
        if name not in KEYS:
            raise BadParameter(f"{path!r} has no setting named {name!r}; choose from: {', '.join(KEYS)}.")
    return value


def _cause(error: Exception) -> str:
    """What is wrong with a file of settings, with the line where it is known, without the file's name."""
    if isinstance(error, OSError):
        return f"{error.strerror or type(error).__name__}; check the path"
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        mark = error.problem_mark
        return f"line {mark.line + 1}, column {mark.column + 1}: {error.problem}; mend the YAML there"
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    return " ".join(str(error).split())
