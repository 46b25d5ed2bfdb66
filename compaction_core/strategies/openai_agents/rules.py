"""Small rules: how a compaction request names the history, which models it takes, where the sandbox's line lies.

Source: openai-agents 0.24.0, memory/openai_responses_compaction_session.py and sandbox/capabilities/compaction.py.
"""

from typing import Literal

STATIC_THRESHOLD = 240_000
"""Tokens; for a model whose window the SDK does not know."""
SHARE = 0.9

Mode = Literal["auto", "input", "previous_response_id"]
Policy = Literal["auto", "static_default"]


def resolved(mode: Mode, has_response_id: bool, store: bool | None) -> Literal["input", "previous_response_id"]:
    """How the history is named: by the last response where it has an id and was stored, else item by item.

    >>> resolved("auto", True, None), resolved("auto", True, False), resolved("auto", False, True)
    ('previous_response_id', 'input', 'input')
    """
    if mode != "auto":
        return mode
    return "previous_response_id" if has_response_id and store is not False else "input"


def is_openai_model(name: str) -> bool:
    """Whether the session accepts the model: gpt-…, o and a digit, or a fine-tuned one of these.

    >>> is_openai_model("gpt-4.1"), is_openai_model("openai/o3"), is_openai_model("ft:gpt-4.1:x"), is_openai_model("o")
    (True, True, True, False)
    """
    root = name.strip().rsplit("/", 1)[-1].removeprefix("ft:").split(":", 1)[0]
    return root.startswith("gpt-") or (root.startswith("o") and root[1:2].isdigit())


def sandbox_threshold(policy: Policy, known_window: int | None, share: float = SHARE) -> int:
    """Tokens at which the sandbox capability asks the server to compact.

    >>> sandbox_threshold("auto", 400_000), sandbox_threshold("auto", None), sandbox_threshold("static_default", 9)
    (360000, 240000, 240000)
    """
    if policy == "static_default" or known_window is None:
        return STATIC_THRESHOLD
    return int(known_window * share)
