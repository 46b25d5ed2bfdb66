"""YAML as a recipe's file has it: plain values only, no aliases, no key twice, of a limited size."""

from typing import Any

import yaml

from compaction_core.errors import BadParameter

LARGEST = 64_000
"""Characters of a file."""


class _Loader(yaml.SafeLoader):  # type: ignore[misc]
    """Plain values; an alias could make a small text large."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark
            raise yaml.composer.ComposerError(None, None, "an alias (*) has no place in a recipe", mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        twice = next((key for place, key in enumerate(keys) if key in keys[:place]), None)
        if twice is not None:
            raise yaml.constructor.ConstructorError(None, None, f"{twice!r} stands there twice", node.start_mark)
        found: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return found


class _Dumper(yaml.SafeDumper):  # type: ignore[misc]
    """Long texts as blocks, lists set in."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def _text(dumper: yaml.SafeDumper, text: str) -> Any:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def parsed(text: str) -> Any:
    """The values of a YAML text. Raises BadParameter that says where it cannot be read."""
    if len(text) > LARGEST:
        raise BadParameter(f"This recipe has {len(text):,} characters, more than the {LARGEST:,} that one may have.")
    try:
        return yaml.load(text, Loader=_Loader)  # noqa: S506 - a subclass of the safe loader
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = "" if mark is None else f" in line {mark.line + 1}, column {mark.column + 1}"
        raise BadParameter(f"This is no YAML{where}: {error.problem or error.context}. Mend it there.") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # a control character, too long a number, too deep
        raise BadParameter(f"This is no YAML: {str(error).splitlines()[0] or 'it is too deep'}.") from error


def written(values: dict[str, Any]) -> str:
    """Values as YAML in their order."""
    text: str = yaml.dump(values, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    return text
