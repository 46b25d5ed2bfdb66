"""mini-swe-agent trajectories: a bare list (before 1.0), ``mini-swe-agent-1`` and ``-1.1`` (releases 1.x and 2.x)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.openai_responses.items import Items
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.openai_message import message_of, usage_of
from compaction_core.importers.shared.values import first_prompt, optional_text, seconds, whole
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, Message, Session, Usage, Warning

_OBSERVED = ("<returncode>", "<exception>", "<error>")
_EXIT = "exit"


def detect(source: Source) -> str | None:
    """Why this is of mini-swe-agent: its ``trajectory_format``, or a list whose user messages are return codes."""
    document = source.document
    if isinstance(document, dict) and isinstance(document.get("messages"), list):
        told = document.get("trajectory_format")
        return "it names the format mini-swe-agent" if isinstance(told, str) and "mini-swe-agent" in told else None
    if not isinstance(document, list):
        return None
    first = [value for value in document[:12] if isinstance(value, dict)]
    observed = any(value.get("role") == "user" and _is_observed(value) for value in first)
    answered = any(value.get("role") == "assistant" and "```" in str(value.get("content")) for value in first)
    return "it is a list of messages with <returncode> observations" if observed and answered else None


def read(source: Source) -> Iterator[Session]:
    """The one session of the file."""
    document = source.document
    values = document["messages"] if isinstance(document, dict) else document
    info = document.get("info") if isinstance(document, dict) else None
    info = info if isinstance(info, dict) else {}
    reader = _Reader()
    for value in values:
        reader.take(value)
    messages = reader.messages
    models = (message.model for message in reversed(messages) if message.model)
    named = optional_text(document.get("instance_id")) if isinstance(document, dict) else None
    yield Session(
        format="mini_swe_agent",
        title=named or first_prompt(messages),
        version=optional_text(info.get("mini_version")),
        model=next(models, None) or _configured(info),
        messages=tuple(messages),
        integrity=Integrity(skipped_rows=reader.skipped, warnings=tuple(reader.warnings)),
    )


class _Reader:
    """Takes the messages in order."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.warnings: list[Warning] = []
        self.skipped = 0
        self._ids = CallIds()
        self._answered = False

    def take(self, value: Any) -> None:
        """Read one entry: a chat message, a reply of the Responses API, or the output of one of its calls."""
        if isinstance(value, dict) and value.get("role") == _EXIT:
            self.skipped += 1  # the patch handed in: the model never sees it
            return
        items = _items(value)
        if items is not None:
            made = Items(self._ids).take(items)
            found = made.finish()
            self.warnings += made.warnings
        else:
            message, warning = message_of(value, None, self._ids)
            found = [message] if message is not None else []
            self.warnings += [warning] if warning is not None else []
        for at, message in enumerate(found):
            self._add(message, value, last=at == len(found) - 1)

    def _add(self, message: Message, value: dict[str, Any], last: bool) -> None:
        extra = value.get("extra")
        extra = extra if isinstance(extra, dict) else {}
        response = extra.get("response", value if value.get("object") == "response" else None)
        response = response if isinstance(response, dict) else {}
        update: dict[str, Any] = {"timestamp": message.timestamp or seconds(extra.get("timestamp"))}
        if message.role == "assistant":
            self._answered = True
            update["model"] = message.model or optional_text(response.get("model"))
            if last:
                update["usage"] = message.usage or _usage(response.get("usage"))
        elif message.role == "user" and self._answered and not message.flags:
            update["flags"] = ("meta",)  # what the command printed, or a complaint about the answer's form
        elif message.result is not None and _failed(extra):
            failed = replace(message.result, is_error=True)
            update["parts"] = tuple(failed if part is message.result else part for part in message.parts)
        self.messages.append(replace(message, **update))


def _items(value: Any) -> list[Any] | None:
    """The items of an entry that is of the Responses API (release 2.x can use it)."""
    if not isinstance(value, dict) or "role" in value:
        return None
    if isinstance(value.get("output"), list) and value.get("type") != "function_call_output":
        return list(value["output"])
    return [value] if isinstance(value.get("type"), str) else None


def _usage(value: Any) -> Usage | None:
    """Usage of either API; both count the cached part into the input."""
    if not isinstance(value, dict) or "input_tokens" not in value:
        return usage_of(value)
    details, outputs = value.get("input_tokens_details"), value.get("output_tokens_details")
    cached = whole(details.get("cached_tokens")) if isinstance(details, dict) else 0
    found = Usage(
        input=max(0, whole(value.get("input_tokens")) - cached),
        cache_read=cached,
        output=whole(value.get("output_tokens")),
        reasoning=whole(outputs.get("reasoning_tokens")) if isinstance(outputs, dict) else 0,
    )
    return found if found.total else None


def _failed(extra: dict[str, Any]) -> bool:
    """Whether a command could not run at all; a return code other than 0 is an answer like any other."""
    return bool(optional_text(extra.get("exception_info")))


def _is_observed(value: dict[str, Any]) -> bool:
    content = value.get("content")
    if isinstance(content, list) and content and isinstance(content[0], dict):
        content = content[0].get("text")
    return isinstance(content, str) and content.lstrip().startswith(_OBSERVED)


def _configured(info: dict[str, Any]) -> str | None:
    config = info.get("config")
    model = config.get("model") if isinstance(config, dict) else None
    return optional_text(model.get("model_name")) if isinstance(model, dict) else None


IMPORTER = importers.add(
    Importer(name="mini_swe_agent", label="mini-swe-agent trajectory", detect=detect, read=read, order=40)
)
