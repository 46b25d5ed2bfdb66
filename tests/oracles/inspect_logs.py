"""Logs that Inspect AI itself writes, with its mock model: each as ``.eval``, ``.json`` and ``.eval`` in chunks.

``python -m tests.oracles.inspect_logs FOLDER`` writes them and prints where they lie, as JSON; in a process of its own,
since the runner leaves streams open.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from inspect_ai import Task, eval
from inspect_ai.agent import Agent, AgentPrompt, as_solver, as_tool, react
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog, EvalSample, read_eval_log, write_eval_log
from inspect_ai.log._condense import condense_sample
from inspect_ai.log._convert import convert_eval_logs
from inspect_ai.log._recorders.chunked import convert_eval_logs_to_chunked
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    CompactionEdit,
    CompactionStrategy,
    CompactionSummary,
    CompactionTrim,
    ContentAudio,
    ContentData,
    ContentDocument,
    ContentImage,
    ContentReasoning,
    ContentText,
    ContentToolUse,
    ContentVideo,
    Model,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.tool import Tool, ToolCall, ToolCallError, ToolError, tool

PNG = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAADklEQVR42mNk+M9QDwADhgGAWjR9awAA"
    "AABJRU5ErkJggg=="
)
LONG = "A line of the file, and then the next one. " * 12  # past 100 characters it becomes an attachment
CHUNK, ATTACHMENT_BYTES = 3, 400


@tool
def look() -> Tool:
    async def execute(place: str) -> str:
        """Look at a place.

        Args:
            place: Where to look.
        """
        return f"{place}: {LONG}"

    return execute


@tool
def read() -> Tool:
    async def execute(page: int) -> str:
        """Read a page.

        Args:
            page: Its number.
        """
        return f"Page {page}. {LONG}"

    return execute


@tool
def refuse() -> Tool:
    async def execute() -> str:
        """Refuse."""
        raise ToolError("Not today.")

    return execute


@tool
def fall() -> Tool:
    async def execute() -> str:
        """Fall."""
        raise RuntimeError("the floor gave way")

    return execute


def called(*calls: tuple[str, dict[str, Any]], text: str = "", at: str = "", usage: int = 0) -> ModelOutput:
    """An answer with tool calls; ``at`` keeps their ids apart."""
    made = [ToolCall(id=f"{name}-{at}{n}", function=name, arguments=given) for n, (name, given) in enumerate(calls)]
    return answered(ChatMessageAssistant(content=text, tool_calls=made, source="generate"), usage or 400)


def answered(message: ChatMessageAssistant, usage: int = 400) -> ModelOutput:
    output = ModelOutput.from_message(message, "tool_calls" if message.tool_calls else "stop")
    output.model = "mock-1"
    cached = {"input_tokens_cache_read": 30, "input_tokens_cache_write": 20}
    total = usage + sum(cached.values()) + 7
    output.usage = ModelUsage(input_tokens=usage, **cached, output_tokens=7, reasoning_tokens=3, total_tokens=total)
    return output


def mock(outputs: Sequence[ModelOutput] | Callable[..., ModelOutput]) -> Model:
    return get_model("mockllm/model", custom_outputs=outputs, memoize=False)


def merging(model: Model) -> Model:
    """As for the providers that take no two messages of a role in a row: Inspect makes one of them before it asks."""
    model.api.collapse_user_messages = lambda: True  # type: ignore[method-assign]
    return model


def everything(messages: list[ChatMessage], *_: Any) -> ModelOutput:
    """A talk with reasoning, two calls at once, an image, a failed tool and a sub-agent, by how far it is."""
    if any(isinstance(message, ChatMessageUser) and message.text == "Ask around." for message in messages):
        asked = sum(isinstance(message, ChatMessageTool) for message in messages)
        return called(("read", {"page": 9}), at="inner") if not asked else called(("submit", {"answer": "Page 9"}))
    step = sum(isinstance(message, ChatMessageAssistant) for message in messages)
    thinking = [ContentReasoning(reasoning="Two at once.", signature="proof"), ContentText(text="I look twice.")]
    both = called(("look", {"place": "the attic"}), ("read", {"page": 1}))
    both.choices[0].message.content = thinking
    steps = [both, called(("refuse", {}), text=LONG), called(("helper", {"input": "Ask around."}))]
    return [*steps, called(("submit", {"answer": "Done."}), text="I am done.")][step]


def pages(number: int) -> Iterator[ModelOutput]:
    """Read page after page; a call without tools asks for a summary and gets one."""
    for page in range(number):
        yield called(("read", {"page": page}), at=f"{page}-", usage=300 + 300 * (page % 4))
    yield called(("submit", {"answer": "Read."}), usage=300)


def reader(number: int) -> Callable[..., ModelOutput]:
    script, written = pages(number), iter(range(1, 100))

    def answer(messages: list[ChatMessage], tools: list[Any], *_: Any) -> ModelOutput:
        if not tools:
            return answered(ChatMessageAssistant(content=f"<summary>Read so far: part {next(written)}.</summary>"))
        return next(script)

    return answer


def agent(compaction: CompactionStrategy | None = None, model: Model | None = None) -> Agent:
    inner = react(name="helper", description="Helps.", prompt="You help.", tools=[read()])
    return react(
        prompt=AgentPrompt(instructions="Be brief. " + LONG),
        tools=[look(), read(), refuse(), fall(), as_tool(inner)],
        compaction=compaction,
        model=model,
    )


def written(folder: Path) -> dict[str, Path]:
    """Every log by its name, as Inspect's runner wrote it."""
    picture = [ChatMessageUser(content=[ContentText(text="What is this? " + LONG), ContentImage(image=PNG)])]
    many = [Sample(id="one", input="Look around."), Sample(id=2, input=picture)]
    compactions: dict[str, tuple[CompactionStrategy, int]] = {
        "summary": (CompactionSummary(threshold=1100), 14),
        "trim": (CompactionTrim(threshold=1100, preserve=0.4), 14),
        "edit": (CompactionEdit(threshold=1200, keep_tool_uses=1), 9),
    }
    logs = {
        "everything": _run("everything", folder, many, as_solver(agent()), mock(everything), epochs=2),
        "error": _run(
            "error", folder, many[:1], as_solver(agent()),
            mock([called(("read", {"page": 1}), at="a"), called(("fall", {}), at="b")]), fail_on_error=False,
        ),
        "limit": _run("limit", folder, many[:1], as_solver(agent()), mock(list(pages(20))), message_limit=7),
    }  # fmt: skip
    merged = as_solver(agent(CompactionSummary(threshold=1100)))
    logs["merged"] = _run("merged", folder, [Sample(id="a/b", input="Look.")], merged, merging(mock(reader(14))))
    for name, (strategy, number) in compactions.items():
        logs[name] = _run(name, folder, many[:1], as_solver(agent(strategy)), mock(reader(number)))
    logs["contents"] = _contents(logs["everything"], folder)
    return logs


def forms(log: Path, folder: Path) -> dict[str, str]:
    """A log in the three forms that Inspect knows."""
    convert_eval_logs(str(log), "json", str(folder / "json"))
    convert_eval_logs_to_chunked(str(log), str(folder / "chunked"), False, CHUNK, ATTACHMENT_BYTES)
    made = {"eval": log, "json": folder / "json" / f"{log.stem}.json", "chunked": folder / "chunked" / log.name}
    return {form: str(path) for form, path in made.items()}


def _run(name: str, folder: Path, samples: list[Sample], solver: Any, model: Model, **more: Any) -> Path:
    task = Task(name=name, dataset=samples, solver=solver)
    (log,) = eval(task, model=model, log_dir=str(folder), log_format="eval", display="none", score=False, **more)
    return Path(log.location)


def _contents(log: Path, folder: Path) -> Path:
    """A sample with every kind of content, condensed and written by Inspect."""
    found: EvalLog = read_eval_log(str(log))
    said: list[ChatMessage] = [
        ChatMessageSystem(content="S"),
        ChatMessageUser(
            content=[
                ContentText(text=LONG),
                ContentAudio(audio="data:audio/wav;base64,UklGRg==", format="wav"),
                ContentVideo(video="data:video/mp4;base64,AAAA", format="mp4"),
                ContentDocument(document="data:text/plain;base64,aGk=", filename="notes.txt", mime_type="text/plain"),
                ContentData(data={"some": {"thing": 1}}),
            ],
            source="input",
        ),
        ChatMessageAssistant(
            content=[
                ContentReasoning(reasoning="c2VhbGVk", redacted=True),
                ContentReasoning(reasoning="c2VhbGVk", redacted=True, summary="Thought about it."),
                ContentToolUse(tool_type="web_search", id="w1", name="search", arguments='{"q":1}', result="found"),
                ContentToolUse(tool_type="web_search", id="w2", name="search", arguments="{}", result="", error="down"),
                ContentText(text="After."),
            ],
            tool_calls=[
                ToolCall(id="x1", function="read", arguments={"page": LONG}),
                ToolCall(id="x2", function="read", arguments={}, parse_error="no JSON"),
            ],
        ),
        ChatMessageTool(content="", tool_call_id="x1", function="read", error=ToolCallError("timeout", "too slow")),
        ChatMessageTool(
            content=[ContentText(text="A"), ContentText(text=LONG), ContentImage(image=PNG)],
            tool_call_id="x2", function="read", error=ToolCallError("unknown", "partly"),
        ),
        ChatMessageUser(content="The same."),
        ChatMessageAssistant(content="Again."),
        ChatMessageUser(content="The same."),
        ChatMessageAssistant(content="Again."),
    ]  # fmt: skip
    sample: EvalSample = (found.samples or [])[0].model_copy(
        update={"messages": said, "events": [], "events_data": None, "attachments": {}}
    )
    found.samples = [condense_sample(sample)]
    path = folder / "contents.eval"
    write_eval_log(found, str(path))
    return path


if __name__ == "__main__":
    litellm = find_spec("litellm")  # carries the rank files that Inspect's count would fetch
    assert litellm is not None and litellm.submodule_search_locations
    ranks = Path(next(iter(litellm.submodule_search_locations)), "litellm_core_utils", "tokenizers")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(ranks)
    target = Path(sys.argv[1])
    print(json.dumps({name: forms(log, target) for name, log in written(target).items()}))
