"""Where git stands, from what git itself printed."""

import re

_PRINTED = (
    ("branch", re.compile(r"^On branch (\S+)$", re.M)),
    ("branch", re.compile(r"^Switched to (?:a new )?branch '([^'\s]+)'$", re.M)),
    ("branch", re.compile(r"^\[(\S+) (?:\(root-commit\) )?[0-9a-f]{7,12}\] ", re.M)),
    ("commit", re.compile(r"^\[\S+ (?:\(root-commit\) )?([0-9a-f]{7,12})\] ", re.M)),
)


def git_state(text: str) -> dict[str, str]:
    """The last ``branch`` and ``commit`` that a clean tool result tells.

    >>> git_state("On branch fix/a\\n[fix/b 3f9c2ab] Mend it")
    {'branch': 'fix/b', 'commit': '3f9c2ab'}
    """
    if "branch" not in text and not text.startswith("[") and "\n[" not in text:
        return {}
    found = sorted((match.start(), key, match[1]) for key, pattern in _PRINTED for match in pattern.finditer(text))
    return {key: value for _, key, value in found if len(value) <= 200}
