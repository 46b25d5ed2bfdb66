"""The message rules of five interfaces, as their documentation states them and as their errors are reported."""

from compaction_core.errors import UnknownName
from compaction_core.session import Record, Session


class Provider(Record):
    """One interface and how it takes a list of messages."""

    name: str
    label: str
    rejection: str
    """The error it answers with: HTTP status and error type."""
    adjacent: bool = True
    """Results must stand right behind their call; else anywhere behind it."""
    lifts_prompts: bool = False
    """System prompts are sent apart from the list, wherever they stand in it."""
    alternates: bool = False
    """Roles must take turns, and the user comes first."""


_ALL = (
    Provider(name="openai-chat", label="OpenAI chat", rejection="400 invalid_request_error"),
    Provider(
        name="openai-responses", label="OpenAI Responses", rejection="400 invalid_request_error", adjacent=False,
    ),
    Provider(name="anthropic", label="Anthropic", rejection="400 invalid_request_error", lifts_prompts=True),
    Provider(name="gemini", label="Gemini", rejection="400 INVALID_ARGUMENT", lifts_prompts=True),
    Provider(
        name="strict-template", label="A strict chat template (Mistral, Gemma)",
        rejection="400 invalid_request_message_order", alternates=True,
    ),
)  # fmt: skip
PROVIDERS: dict[str, Provider] = {each.name: each for each in _ALL}
_BY_MODEL = (
    ("claude", "anthropic"),
    ("gemini", "gemini"),
    ("mistral", "strict-template"),
    ("mixtral", "strict-template"),
    ("devstral", "strict-template"),
    ("codestral", "strict-template"),
    ("gemma", "strict-template"),
)
_BY_FORMAT = (
    ("claude", "anthropic"),
    ("anthropic", "anthropic"),
    ("gemini", "gemini"),
    ("codex", "openai-responses"),
    ("openai_responses", "openai-responses"),
)


def provider(name: str) -> Provider:
    """One interface by name; raises UnknownName with the known ones."""
    if name not in PROVIDERS:
        raise UnknownName("provider", name, PROVIDERS)
    return PROVIDERS[name]


def provider_of(session: Session) -> Provider:
    """The interface that the session's model, else its format, points to; OpenAI chat where nothing does."""
    model, kind = (session.model or "").lower(), session.format.lower()
    found = [name for mark, name in _BY_MODEL if mark in model] + [name for mark, name in _BY_FORMAT if mark in kind]
    return PROVIDERS[found[0] if found else "openai-chat"]
