"""The message lists that are planned: distinct texts, the same in every run."""

import json
from collections.abc import Iterable
from dataclasses import replace

from compaction_core.session import Message, Session, Text, ToolCall, ToolResult

MESSAGES = 5_000
RESULT_CHARS = 2_000
WORDS = ("row", "value", "cache", "tenant", "ledger", "import", "retry", "token", "parser", "index", "commit")


def text(number: int, words: int = 108) -> str:
    """A distinct text; with 108 words about 220 tokens."""
    return f"{number}: " + " ".join(f"{WORDS[(number * 7 + i) % len(WORDS)]}{(number + i) % 97}" for i in range(words))


def plain(messages: int = MESSAGES) -> Session:
    """User and assistant in turn."""
    roles = ("user", "assistant")
    return _session(Message(role=roles[i % 2], parts=(Text(text=text(i)),)) for i in range(messages))


def tool_heavy(messages: int = MESSAGES) -> Session:
    """Turns of four messages: a question, a call, its result of 2,000 characters, an answer."""
    found: list[Message] = []
    for turn in range(messages // 4):
        found += [
            Message(role="user", parts=(Text(text=text(4 * turn, 40)),)),
            *_call(turn, text(turn, 300)[:RESULT_CHARS]),
            Message(role="assistant", parts=(Text(text=text(4 * turn + 3, 40)),)),
        ]
    return _session(found)


def one_turn(messages: int = MESSAGES) -> Session:
    """One question, then calls and results alone, two messages a call."""
    found = [Message(role="user", parts=(Text(text=text(0)),))]
    for number in range(messages // 2):
        found += _call(number, text(number))
    return _session(found)


def _call(number: int, result: str) -> tuple[Message, Message]:
    name, arguments = "read", json.dumps({"path": f"src/{WORDS[number % len(WORDS)]}/{number}.py"})
    return (
        Message(role="assistant", parts=(ToolCall(id=f"call_{number}", name=name, arguments=arguments),)),
        Message(role="tool", name=name, parts=(ToolResult(call_id=f"call_{number}", text=result),)),
    )


def _session(messages: Iterable[Message]) -> Session:
    numbered = (replace(message, id=f"m{number}") for number, message in enumerate(messages))
    return Session(format="bench", messages=tuple(numbered))
