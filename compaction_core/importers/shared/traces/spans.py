"""Spans of a trace, from whatever library, as model calls and tool runs in the order they ended."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.nested import decoded
from compaction_core.importers.shared.traces.any_value import answer_messages, prompt_messages, tools_of
from compaction_core.importers.shared.traces.chain import Call
from compaction_core.importers.shared.traces.chain_sessions import ToolRun, sessions
from compaction_core.importers.shared.traces.chains import Chains
from compaction_core.importers.shared.values import arguments, json_text
from compaction_core.session import Integrity, Message, Session, Usage

Kind = Literal["model", "tool", "other"]
_HIGHEST = 64


@dataclass(frozen=True)
class Span:
    """One span: for a model call ``prompt`` and ``answer`` are raw, for a tool run its arguments and its result."""

    id: str
    parent: str
    group: str
    """The session or, where there is none, the trace: only its spans belong together."""
    kind: Kind
    name: str = ""
    start: float | None = None
    end: float | None = None
    prompt: Any = None
    answer: Any = None
    system: Any = None
    tools: Any = None
    model: str | None = None
    usage: Usage | None = None
    stop_reason: str | None = None
    call_id: str = ""
    window: int | None = None
    failed: bool = False
    follows: str | None = None


def read_spans(name: str, spans: Sequence[Span], integrity: Integrity | None = None) -> Iterator[Session]:
    """Sessions of format ``name``: from the model calls or, where none holds messages, from the spans around them."""
    parents = {span.id: span for span in spans}
    calls = list(_models(spans, parents))
    chains = Chains().take(_call(span, parents) for span in sorted(calls, key=_when)).all
    if not chains:
        chains = Chains().take(_call(span, parents) for span in _outermost(spans, parents)).all
    runs = [_run(span) for span in spans if span.kind == "tool"]
    yield from sessions(name, chains, runs, integrity)


def _when(span: Span) -> float:
    """Calls are told in the order they began, those without a time first."""
    moment = span.start if span.start is not None else span.end
    return moment if moment is not None else 0.0


def _models(spans: Iterable[Span], parents: dict[str, Span]) -> Iterator[Span]:
    """Model calls, without those that only wrap another one."""
    wrappers = {
        above.id
        for span in spans
        if span.kind == "model" and _holds(span)
        for above in _above(span, parents)
        if above.kind == "model"
    }
    yield from (span for span in spans if span.kind == "model" and span.id not in wrappers)


def _holds(span: Span) -> bool:
    return span.prompt is not None or span.answer is not None


def _above(span: Span, parents: dict[str, Span]) -> Iterator[Span]:
    """The spans around one, the nearest first; at most 64, so that a cycle ends."""
    for _ in range(_HIGHEST):
        above = parents.get(span.parent)
        if above is None or above is span:
            return
        yield above
        span = above


def _outermost(spans: Iterable[Span], parents: dict[str, Span]) -> list[Span]:
    """Spans of agents or chains with an input or output, and none such around them."""
    telling = {span.id for span in spans if span.kind == "other" and _holds(span)}
    found = [s for s in spans if s.id in telling and not any(above.id in telling for above in _above(s, parents))]
    return sorted(found, key=_when)


def _call(span: Span, parents: dict[str, Span]) -> Call:
    ids = CallIds()
    prompt, reply = prompt_messages(span.prompt, ids), decoded(span.answer)
    reply = reply if isinstance(reply, dict) else {}
    system = span.system if span.system is not None else reply.get("instructions")
    if system is not None and not any(message.is_prompt for message in prompt[:1]):
        prompt = [*_as_system(prompt_messages(system, CallIds())), *prompt]
    tools = span.tools or tools_of(span.prompt) or tools_of(reply)
    above = list(_above(span, parents))
    return Call(
        prompt=prompt,
        answer=answer_messages(span.answer, ids),
        id=span.id,
        group=span.group,
        parents=tuple(each.id for each in above) or ((span.parent,) if span.parent else ()),
        follows=span.follows,
        start=span.start,
        end=span.end if span.end is not None else span.start,
        model=span.model,
        usage=span.usage,
        tools=json_text(decoded(tools)) if tools else None,
        window=span.window,
        stop_reason=span.stop_reason,
        inside_tool=any(each.kind == "tool" for each in above),
    )


def _as_system(messages: Iterable[Message]) -> Iterator[Message]:
    return (replace(message, role="system", flags=()) for message in messages)


def _run(span: Span) -> ToolRun:
    given, came = decoded(span.prompt), decoded(span.answer)
    inner = given.get("input", given.get("args")) if isinstance(given, dict) and len(given) == 1 else None
    given = given if inner is None else decoded(inner)
    told = answer_messages(came, CallIds()) if isinstance(came, dict | list) else []
    results = (message.result.call_id for message in told if message.result is not None)
    text = "\n".join(message.text for message in told if message.text)
    if not text and came is not None:
        text = came if isinstance(came, str) else json_text(came)
    return ToolRun(
        call_id=span.call_id or next(results, ""),
        name=span.name,
        arguments=arguments(given),
        text=text,
        group=span.group,
        is_error=span.failed,
        end=span.end if span.end is not None else span.start,
    )
