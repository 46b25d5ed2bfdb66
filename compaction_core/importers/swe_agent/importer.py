"""SWE-agent trajectories (.traj, releases 0.4 to 1.1): the ``history``, or the steps where it is missing."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared.apis.blocks import block_list
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.openai_message import message_of
from compaction_core.importers.shared.files.lenient_json import parse
from compaction_core.importers.shared.values import first_prompt, optional_text
from compaction_core.importers.source import Source
from compaction_core.importers.swe_agent.elided import elided
from compaction_core.session import Integrity, Message, RecordedCompaction, Session, Thread, Warning
from compaction_core.words import count

_STEP = ("action", "observation", "thought", "response")
_ENTRY = ("message_type", "agent", "is_demo", "thought")


def detect(source: Source) -> str | None:
    """Why this is of SWE-agent: a ``history`` of messages with agent and type, or a ``trajectory`` of steps."""
    document = source.document
    if not isinstance(document, dict):
        return None
    if any(isinstance(v, dict) and "role" in v and any(k in v for k in _ENTRY) for v in _list(document, "history")[:8]):
        return "it has a history of messages with agent and message_type"
    steps = _list(document, "trajectory")[:3]
    if steps and all(isinstance(step, dict) and sum(key in step for key in _STEP) > 2 for step in steps):
        return "it has a trajectory of steps with action and observation"
    return None


def read(source: Source) -> Iterator[Session]:
    """The one session of the file; further agents of the same run are its threads."""
    document = source.document
    history = [value for value in _list(document, "history") if isinstance(value, dict)]
    entries = history or list(_of_steps(_list(document, "trajectory")))
    of_agent: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        of_agent.setdefault(_agent(entry), []).append(entry)
    agents = [agent for agent in of_agent if agent]
    main = [entry for entry in entries if _agent(entry) in ("", *agents[:1])]
    reader = _Reader()
    messages = reader.read(main)
    pruned = elided(main, _list(document, "trajectory"))
    lost = sum(1 for value in _list(document, "history") if not isinstance(value, dict))
    yield Session(
        format="swe_agent",
        title=_problem(document) or first_prompt(messages),
        version=_told(document, "swe_agent_version"),
        model=_model(document),
        messages=tuple(_flagged(messages, reader.starts, pruned)),
        compactions=tuple(
            RecordedCompaction(index=reader.starts[at], kind="clear", trigger="history processor")
            for at in sorted({first for first in pruned.values() if first < len(reader.starts)})
        ),
        threads=tuple(Thread(id=agent, messages=tuple(_Reader().read(of_agent[agent]))) for agent in agents[1:]),
        integrity=Integrity(warnings=tuple(_warnings(reader, bool(history), len(pruned), lost))),
    )


class _Reader:
    """Reads entries of the history; ``starts`` has the first message of each."""

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.warnings: list[Warning] = []
        self._ids = CallIds()
        self._answered = False

    def read(self, entries: list[dict[str, Any]]) -> list[Message]:
        """All messages, one for each result."""
        messages: list[Message] = []
        for entry in entries:
            self.starts.append(len(messages))
            messages += self._messages(entry)
        return messages

    def _messages(self, entry: dict[str, Any]) -> list[Message]:
        calls = entry.get("tool_call_ids")
        answers = [call for call in calls if isinstance(call, str)] if isinstance(calls, list) else []
        if entry.get("role") == "tool" or answers:
            return list(self._results(entry, answers or [entry.get("tool_call_id")]))
        made, warning = message_of(entry, None, self._ids)
        self.warnings += [warning] if warning is not None else []
        if made is None:
            return []
        demo = bool(entry.get("is_demo")) or entry.get("message_type") == "demonstration"
        observed = made.role == "user" and self._answered
        self._answered = self._answered or (made.role == "assistant" and not demo)
        return [replace(made, flags=("meta",))] if (demo or observed) and not made.flags else [made]

    def _results(self, entry: dict[str, Any], calls: list[Any]) -> Iterator[Message]:
        """One message for each call; where they share one text, the first has it."""
        blocks = block_list(entry.get("content"))
        split = len(calls) == len(blocks)
        for at, call in enumerate(calls):
            content = [blocks[at]] if split else blocks if at == 0 else []
            made, _ = message_of({"role": "tool", "tool_call_id": call, "content": content}, None, self._ids)
            if made is not None:
                yield made


def _of_steps(steps: list[Any]) -> Iterator[dict[str, Any]]:
    """A history made from the steps: the first prompt, then what the model said and what it saw."""
    for at, step in enumerate(step for step in steps if isinstance(step, dict)):
        if at == 0:
            asked = step.get("query") or step.get("messages")
            asked = [value for value in asked if isinstance(value, dict)] if isinstance(asked, list) else []
            last = next((n for n, value in enumerate(asked) if value.get("role") == "assistant"), len(asked))
            yield from asked[:last]
        said = optional_text(step.get("response")) or optional_text(step.get("thought"))
        yield {"role": "assistant", "content": said, "tool_calls": step.get("tool_calls")}
        ids = step.get("tool_call_ids")
        yield {"role": "user", "content": step.get("observation"), "tool_call_ids": ids}


def _flagged(messages: list[Message], starts: list[int], pruned: dict[int, int]) -> Iterator[Message]:
    blanked = {starts[at] for at in pruned if at < len(starts)}
    for at, message in enumerate(messages):
        yield replace(message, flags=(*message.flags, "pruned")) if at in blanked else message


def _warnings(reader: _Reader, has_history: bool, pruned: int, lost: int) -> Iterator[Warning]:
    yield from reader.warnings
    if not has_history:
        yield Warning(code="no_history", text="The file has no history; the messages are put together from its steps.")
    if pruned:
        text = f"Later prompts held {count(pruned, 'old observation')} only as one line each."
        yield Warning(code="elided", text=text)
    if lost:
        yield Warning(code="no_message", text=f"Left out {count(lost, 'entry', 'entries')} that are no message.")


def _list(document: dict[str, Any], key: str) -> list[Any]:
    value = document.get(key)
    return value if isinstance(value, list) else []


def _agent(entry: dict[str, Any]) -> str:
    return optional_text(entry.get("agent")) or ""


def _told(document: dict[str, Any], key: str) -> str | None:
    info = document.get("info")
    return optional_text(info.get(key)) if isinstance(info, dict) else None


def _config(document: dict[str, Any]) -> dict[str, Any]:
    """The configuration of the run, which some releases write as a string."""
    found = document.get("replay_config")
    found = parse(found.encode("utf-8", "replace")) if isinstance(found, str) else found
    return found if isinstance(found, dict) else {}


def _model(document: dict[str, Any]) -> str | None:
    agent = _config(document).get("agent")
    model = agent.get("model") if isinstance(agent, dict) else None
    name = optional_text(model.get("name")) if isinstance(model, dict) else None
    return None if name == "replay" else name


def _problem(document: dict[str, Any]) -> str | None:
    statement = _config(document).get("problem_statement")
    return optional_text(statement.get("id")) if isinstance(statement, dict) else None


IMPORTER = importers.add(Importer(name="swe_agent", label="SWE-agent trajectory", detect=detect, read=read, order=40))
