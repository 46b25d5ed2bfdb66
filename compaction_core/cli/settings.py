"""Settings of a strategy from NAME=VALUE, and back to a command line."""

import json
import os
import shlex
from argparse import Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import SecretStr, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from compaction_core.errors import BadParameter
from compaction_core.strategies import Strategy, strategies
from compaction_core.strategies.base import Parameters
from compaction_core.strategies.planner import no_setting

NO_VALUE = ("none", "null")


def parameters(strategy: Strategy, assignments: Iterable[str]) -> dict[str, Any]:
    """Typed values for ``plan``; the last of a repeated name wins; ``NAME=@FILE`` takes a text from a file.

    Raises BadParameter for an unknown name, and for a file that cannot be read.
    """
    fields = strategy.parameters.model_fields
    found: dict[str, Any] = {}
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        if not equals:
            raise BadParameter(f"--set {assignment!r} has no value; write it as NAME=VALUE.")
        if name not in fields:
            raise no_setting(strategy, name)
        found[name] = _from_file(text[1:]) if _names_file(fields[name], text) else _typed(fields[name], text)
    return found


def _names_file(field: FieldInfo, text: str) -> bool:
    """Whether ``@FILE`` stands for the text of a file: only where the setting is a text."""
    return text.startswith("@") and str in (field.annotation, *get_args(field.annotation))


def _from_file(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadParameter(f"Cannot read the setting from {path!r}: {error}.") from error


def reproduce(
    file: str,
    *,
    command: str = "compact",
    strategy: str,
    window: int | None,
    at: int | None = None,
    parameters: Mapping[str, Any] | None = None,
    conversation: int = 0,
    member: str | None = None,
    counter: str = "o200k_base",
    estimator: str | None = None,
    overhead: int | None = None,
    summarizer: str = "offline",
    protect: Iterable[int] = (),
) -> str:
    """The command line that gives the same plan or compaction; settings at their default are left out.

    ``at=None`` means the whole list. ``file`` is a path or a sample's name.
    """
    chosen = strategies.get(strategy)
    words = ["compaction-explorer", command, f"./{file}" if file.startswith("-") and file != "-" else file]
    words += ["--strategy", strategy, "--window", "unknown" if window is None else str(window)]
    if at is not None:
        words += ["--at", str(at)]
    for name, value in (parameters or {}).items():
        if value != chosen.parameters.model_fields[name].default:
            words += ["--set", f"{name}={_written(chosen.parameters, name, value)}"]
    if member is not None:
        words += member_words(member)
    if conversation:
        words += ["--conversation", str(conversation)]
    if counter != "o200k_base":
        words += ["--counter", counter]
    if estimator is not None and estimator != chosen.estimator(chosen.parameters(**(parameters or {}))):
        words += ["--estimator", estimator]
    if overhead is not None:
        words += ["--overhead", str(overhead)]
    if numbers := ",".join(map(str, protect)):
        words += ["--protect", numbers]
    if command == "compact" and summarizer != "offline":
        words += ["--summarizer", summarizer]
    return shlex.join(words)


def member_words(path: str) -> list[str]:
    """The option that chooses a file inside a zip file or folder."""
    return [f"--member={path}"] if path.startswith("-") else ["--member", path]


def _typed(field: FieldInfo, text: str) -> Any:
    """The text as the field takes it, else the JSON value it spells, else the text for ``plan`` to refuse."""
    if text.lower() in NO_VALUE and type(None) in get_args(field.annotation):
        return None
    quoted = _json(text) if text[:1] == '"' else None
    if isinstance(quoted, str):
        return quoted
    annotation: Any = field.annotation
    try:
        return TypeAdapter(annotation).validate_python(text)
    except ValidationError:
        value = _json(text)
        return text if value is None else value


def _written(settings: type[Parameters], name: str, value: Any) -> str:
    """A value as ``_typed`` reads it back."""
    if value is None:
        return "none"
    if not isinstance(value, str):
        return json.dumps(value)
    plain = not value.startswith("@") and _typed(settings.model_fields[name], value) == value
    return value if plain else json.dumps(value)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def key_of(asked: Namespace) -> SecretStr | None:
    """The key in the environment variable that was named; BadParameter if it holds none."""
    if asked.api_key_env is None:
        return None
    if not os.environ.get(asked.api_key_env):
        raise BadParameter(
            f"The environment variable {asked.api_key_env} holds no key; set it, or leave the option out."
        )
    return SecretStr(os.environ[asked.api_key_env])
