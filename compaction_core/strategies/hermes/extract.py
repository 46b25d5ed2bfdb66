"""The plain extract that Hermes puts in a summary's place when its summarizer fails: no model, fixed rules.

Source: context_compressor.py (0.19.0): the same sections, limits and choices, in our own words.
"""

import re
from collections.abc import Iterable, Sequence

from compaction_core.session import Message
from compaction_core.strategies.hermes.one_line import one_line
from compaction_core.strategies.hermes.reading import masked

LONGEST = 8_000
LONGEST_TURN = 700
ACTIONS, FILES, BLOCKERS, TURNS = 12, 12, 5, 8
NONE, UNKNOWN = "None.", "Not known: no model wrote this."
_FAILED = re.compile(r"\b(error|failed|exception|traceback|timeout|timed out|fatal)\b", re.IGNORECASE)
_PATH = re.compile(r"(?:/|~/?|[A-Za-z]:\\)[^\s`'\")\]}<>]+")


def extract(messages: Sequence[Message], reason: str = "", earlier: bool = False) -> str:
    """An extract of these messages, at most 8,000 characters; ``earlier``: a summary stood before them."""
    texts = [_short(message.text) for message in messages]
    asked = [text for message, text in zip(messages, texts, strict=True) if message.role == "user" and text]
    failed = [text[:500] for m, text in zip(messages, texts, strict=True) if m.role == "tool" and _FAILED.search(text)]
    files = (path for m, text in zip(messages, texts, strict=True) for path in _PATH.findall(_with_arguments(m, text)))
    background = " An earlier summary exists and stays as background." if earlier else ""
    why = f" Reason: {masked(reason)}." if reason else ""
    sections = (
        ("Historical task snapshot", f"The user asked: {asked[-1]}" if asked else UNKNOWN),
        ("Goal", f"Go on from the messages behind this extract, and look at files and state yourself.{background}"),
        ("Constraints and preferences", "Made without a model; secrets are masked, and much may be missing."),
        ("Completed actions", _numbered(_actions(messages, texts))),
        ("Active state", UNKNOWN),
        ("Historical in-progress state", "Not known. The last request stands above as history and not as an order."),
        ("Blocked", _bullets(failed, BLOCKERS)),
        ("Key decisions", UNKNOWN),
        ("Resolved questions", UNKNOWN),
        ("Historical pending user asks", "Not known. The last request stands above, and may be done."),
        ("Relevant files", _bullets(files, FILES)),
        ("Historical remaining work", "Go on with the newest request that is open; check before claiming anything."),
        ("Last messages that went", _bullets(list(_turns(messages, texts))[-TURNS:], TURNS)),
        ("Critical context", f"No summary could be made, so this stands for {len(messages):,} messages.{why}"),
    )
    whole = "\n\n".join(f"## {title}\n{body}" for title, body in sections)
    return whole if len(whole) <= LONGEST else whole[: LONGEST - 20].rstrip() + "\n...[extract cut]"


def _short(text: str) -> str:
    """One line of at most 700 characters, secrets masked."""
    text = " ".join(masked(text).split())
    return text if len(text) <= LONGEST_TURN else text[: LONGEST_TURN - 9].rstrip() + " ...[cut]"


def _with_arguments(message: Message, text: str) -> str:
    return " ".join((*(masked(call.arguments) for call in message.calls), text))


def _actions(messages: Sequence[Message], texts: Sequence[str]) -> list[str]:
    """What the assistant called or said, then what the tools gave back."""
    tools = {call.id: (call.name, masked(call.arguments)) for message in messages for call in message.calls}
    said: list[str] = []
    done: list[str] = []
    for message, text in zip(messages, texts, strict=True):
        if message.role == "assistant" and (message.calls or text):
            said.append(_called(message) or text)
        elif message.role == "tool" and (result := message.result) is not None:
            done.append(one_line(*tools.get(result.call_id, ("unknown", "")), text))
    return (said + done)[:ACTIONS]


def _called(message: Message) -> str:
    names = [call.name for call in message.calls][:6]
    return f"Called {', '.join(names)}" if names else ""


def _turns(messages: Sequence[Message], texts: Sequence[str]) -> Iterable[str]:
    for message, text in zip(messages, texts, strict=True):
        told = "; ".join(piece for piece in (_called(message), text) if piece)
        if told:
            yield f"{message.role.upper()}: {told}"


def _bullets(items: Iterable[str], limit: int) -> str:
    """Distinct items, each behind a dash."""
    distinct = list(dict.fromkeys(item.strip() for item in items if item.strip()))[:limit]
    return "\n".join(f"- {item}" for item in distinct) or NONE


def _numbered(items: Iterable[str]) -> str:
    return "\n".join(f"{number}. {item}" for number, item in enumerate(items, 1)) or NONE
