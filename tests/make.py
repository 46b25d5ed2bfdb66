"""Small sessions for tests, and Hypothesis strategies for any session."""

from typing import Any

from hypothesis import strategies as st

from compaction_core.session import (
    Image,
    Message,
    Reasoning,
    RecordedCompaction,
    Role,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Usage,
)


def say(role: Role, text: str = "x" * 40, **fields: Any) -> Message:
    """A text message; 40 characters are 10 tokens by Letta Code's estimate."""
    return Message(role=role, parts=(Text(text=text),), **fields)


def call(*ids: str, text: str = "") -> Message:
    """An assistant message with one call per id."""
    calls = tuple(ToolCall(id=i, name="run", arguments='{"command":"ls"}') for i in ids)
    return Message(role="assistant", parts=((Text(text=text),) if text else ()) + calls)


def result(id: str, text: str = "x" * 40) -> Message:
    """A tool result."""
    return Message(role="tool", parts=(ToolResult(call_id=id, text=text),))


def session(*messages: Message, **fields: object) -> Session:
    """A session of these messages."""
    return Session.model_validate({"format": "test", "messages": messages, **fields})


def dialogue(n: int, chars: int = 40) -> Session:
    """n messages, user first, of chars characters each."""
    return session(*(say(("user", "assistant")[i % 2], "x" * chars) for i in range(n)))


texts = st.text(max_size=60)
parts = st.one_of(
    st.builds(Text, text=texts),
    st.builds(Reasoning, text=texts),
    st.builds(ToolCall, id=st.sampled_from("abc"), name=st.just("run"), arguments=texts),
    st.builds(Image, source=st.just("data:image/png;base64,AA=="), width=st.none() | st.integers(1, 4000)),
)
messages = st.one_of(
    st.builds(
        Message,
        role=st.sampled_from(["user", "assistant", "assistant", "system"]),
        parts=st.lists(parts, max_size=3).map(tuple),
        usage=st.none() | st.builds(Usage, input=st.integers(0, 5000), output=st.integers(0, 500)),
        timestamp=st.none() | st.floats(0, 2e9),
        summary=st.none() | st.none() | texts,
    ),
    st.builds(lambda i, t: result(i, t), st.sampled_from("abc"), texts),
)


@st.composite
def sessions(draw: st.DrawFn, max_size: int = 40) -> Session:
    """Any session: any roles in any order, calls without results and the other way round."""
    drawn = draw(st.lists(messages, max_size=max_size))
    places = draw(st.lists(st.integers(0, len(drawn) - 1), max_size=2)) if drawn else []
    recorded = tuple(RecordedCompaction(index=i) for i in sorted(set(places)))
    return Session(format="test", messages=tuple(drawn), compactions=recorded)
