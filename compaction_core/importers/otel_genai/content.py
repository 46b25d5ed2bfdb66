"""What the attributes and events of a span say, by the conventions of the libraries that write them.

OpenTelemetry GenAI semantic conventions 1.26 to 1.40 (attributes, span events, log events), OpenLLMetry,
OpenInference, Vercel AI SDK, Pydantic AI, Google ADK, Langfuse and LangSmith on OpenTelemetry.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from compaction_core.importers.otel_genai.events import choice, messages_told, whole_on_events
from compaction_core.importers.shared.apis.any_usage import made
from compaction_core.importers.shared.nested import decoded, unfolded
from compaction_core.importers.shared.traces.spans import Kind
from compaction_core.importers.shared.values import optional_text, whole
from compaction_core.session import Usage

Attributes = Mapping[str, Any]

_PROMPTS = (
    "gen_ai.input.messages",
    "ai.prompt.messages",
    "gen_ai.prompt",
    "llm.input_messages",
    "gcp.vertex.agent.llm_request",
    "pydantic_ai.all_messages",
    "all_messages",
    "ai.prompt",
    "langfuse.observation.input",
    "traceloop.entity.input",
    "mlflow.spanInputs",
    "llm.prompts",
    "input.value",
)
_ANSWERS = (
    "gen_ai.output.messages",
    "gen_ai.completion",
    "llm.output_messages",
    "gcp.vertex.agent.llm_response",
    "langfuse.observation.output",
    "traceloop.entity.output",
    "mlflow.spanOutputs",
    "output.value",
)
_SYSTEMS = ("gen_ai.system_instructions", "gen_ai.system.instructions")
_TOOLS = ("gen_ai.tool.definitions", "ai.prompt.tools", "llm.tools", "llm.request.functions", "gen_ai.request.tools")
_ARGUMENTS = ("gen_ai.tool.call.arguments", "ai.toolCall.args", "tool_arguments", "gcp.vertex.agent.tool_call_args")
_RESULTS = ("gen_ai.tool.call.result", "ai.toolCall.result", "tool_response", "gcp.vertex.agent.tool_response")
_MODELS = ("gen_ai.response.model", "ai.response.model", "gen_ai.request.model", "llm.model_name", "ai.model.id")
_SESSIONS = (
    "gen_ai.conversation.id",
    "session.id",
    "langfuse.session.id",
    "traceloop.association.properties.session_id",
    "traceloop.association.properties.thread_id",
    "langsmith.metadata.thread_id",
    "langsmith.metadata.session_id",
    "ai.telemetry.metadata.sessionId",
)
_USAGE = ("gen_ai.usage", "llm.token_count", "ai.usage", "llm.usage")
_COUNTS = {
    "prompt": ("input_tokens", "prompt_tokens", "prompt", "inputTokens", "promptTokens"),
    "answer": ("output_tokens", "completion_tokens", "completion", "outputTokens", "completionTokens"),
    "cached": (
        "cache_read.input_tokens",
        "cache_read_input_tokens",
        "prompt_details.cache_read",
        "cachedInputTokens",
        "details.cache_read_tokens",
        "details.cache_read_input_tokens",
    ),
    "written": (
        "cache_creation.input_tokens",
        "cache_creation_input_tokens",
        "prompt_details.cache_write",
        "details.cache_write_tokens",
    ),
    "reasoning": (
        "reasoning.output_tokens",
        "completion_details.reasoning",
        "reasoningTokens",
        "reasoning_tokens",
        "details.reasoning_tokens",
    ),
}
_MODEL_CALLS = ("chat", "text_completion", "generate_content", "completion")
_TELLING = (
    "gen_ai.operation.name",
    "openinference.span.kind",
    "traceloop.span.kind",
    "ai.operationId",
    "llm.request.type",
)
_PREFIXES = ("gen_ai.", "llm.", "ai.", "openinference.", "traceloop.", "pydantic_ai.")


def is_telling(attributes: Attributes) -> bool:
    """Whether a span is about a model, an agent or a tool at all."""
    return any(key.startswith(_PREFIXES) for key in attributes)


def kind_of(attributes: Attributes) -> Kind:
    """Whether a span is a model call, a tool run or something around them."""
    operation = str(attributes.get("gen_ai.operation.name") or "").lower()
    inference = str(attributes.get("openinference.span.kind") or attributes.get("langfuse.observation.type") or "")
    vercel = str(attributes.get("ai.operationId") or "")
    if (
        operation in _MODEL_CALLS
        or inference.upper() in ("LLM", "GENERATION")
        or vercel.endswith((".doGenerate", ".doStream"))
    ):
        return "model"
    told = {operation, inference.lower(), str(attributes.get("traceloop.span.kind") or "").lower()}
    if vercel == "ai.toolCall" or told & {"execute_tool", "tool"}:
        return "tool"
    if attributes.get("llm.request.type") in ("chat", "completion"):
        return "model"
    legacy = not operation and not vercel and not inference
    return "model" if legacy and any(key.startswith("gen_ai.prompt.") for key in attributes) else "other"


def prompt_of(attributes: Attributes, events: Sequence[Mapping[str, Any]]) -> Any:
    """The raw input of a model call or a chain, None where the span holds none."""
    told = [body for name, body in messages_told(attributes, events) if name != "gen_ai.choice"]
    return told or _first(attributes, _PROMPTS) or whole_on_events(events, "gen_ai.prompt")


def answer_of(attributes: Attributes, events: Sequence[Mapping[str, Any]]) -> Any:
    """The raw output, None where the span holds none."""
    told = [choice(body) for name, body in messages_told(attributes, events) if name == "gen_ai.choice"]
    return told or _vercel(attributes) or _first(attributes, _ANSWERS) or whole_on_events(events, "gen_ai.completion")


def system_of(attributes: Attributes) -> Any:
    """System instructions that stand beside the input."""
    return _first(attributes, _SYSTEMS)


def tools_of_span(attributes: Attributes) -> Any:
    """The tool schemas of a model call."""
    found = _first(attributes, _TOOLS)
    if isinstance(found, list):
        found = [_schema(decoded(tool)) for tool in found]
    request = decoded(attributes.get("model_request_parameters"))
    return found or (request.get("function_tools") if isinstance(request, dict) else None)


def tool_input(attributes: Attributes) -> Any:
    """The arguments of a tool run."""
    return _first(attributes, (*_ARGUMENTS, "langfuse.observation.input", "traceloop.entity.input", "input.value"))


def tool_output(attributes: Attributes) -> Any:
    """The result of a tool run."""
    return _first(attributes, (*_RESULTS, "langfuse.observation.output", "traceloop.entity.output", "output.value"))


def tool_name(attributes: Attributes) -> str | None:
    """The name of the tool that ran."""
    keys = ("gen_ai.tool.name", "ai.toolCall.name", "tool.name", "traceloop.entity.name")
    return next((name for key in keys if (name := optional_text(attributes.get(key)))), None)


def call_id(attributes: Attributes) -> str:
    """The id of the call that a tool run answers."""
    keys = ("gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id")
    return next((text for key in keys if (text := optional_text(attributes.get(key)))), "")


def model_of(attributes: Attributes) -> str | None:
    """The model that answered, or the one asked for."""
    return next((text for key in _MODELS if (text := optional_text(attributes.get(key)))), None)


def session_of(attributes: Attributes) -> str | None:
    """The session or conversation the span says it belongs to."""
    return next((text for key in _SESSIONS if (text := optional_text(attributes.get(key)))), None)


def stop_reason_of(attributes: Attributes) -> str | None:
    """Why the model stopped."""
    told = decoded(attributes.get("gen_ai.response.finish_reasons"))
    first = told[0] if isinstance(told, list) and told else told
    return optional_text(first) or optional_text(attributes.get("ai.response.finishReason"))


def usage_of_span(attributes: Attributes) -> Usage | None:
    """Tokens of a model call; by the conventions the input includes what was read from the cache."""
    counts = {name: _count(attributes, keys) for name, keys in _COUNTS.items()}
    return made(counts["prompt"], counts["cached"], counts["written"], counts["answer"], counts["reasoning"])


def _count(attributes: Attributes, keys: tuple[str, ...]) -> int:
    for prefix in _USAGE:
        for key in keys:
            told = attributes.get(f"{prefix}.{key}")
            if isinstance(told, str) and told.isascii() and told.isdigit() and len(told) < 16:
                told = int(told)
            if whole(told):
                return whole(told)
    return 0


def _first(attributes: Attributes, keys: tuple[str, ...]) -> Any:
    """The first value that is there, lists in keys put together; an empty one counts as none."""
    return next((found for key in keys if (found := unfolded(attributes, key))), None)


def _vercel(attributes: Attributes) -> Any:
    """The answer of the Vercel AI SDK: its text, thinking and calls stand apart."""
    text, calls = attributes.get("ai.response.text"), decoded(attributes.get("ai.response.toolCalls"))
    thought, made_object = attributes.get("ai.response.reasoning"), attributes.get("ai.response.object")
    if not any((text, calls, made_object)):
        return None
    message = {"role": "assistant", "content": text or made_object or "", "reasoning": thought}
    return {**message, "tool_calls": calls if isinstance(calls, list) else []}


def _schema(tool: Any) -> Any:
    """A tool's schema, out of the key that OpenInference wraps it in."""
    inner = tool.get("tool") if isinstance(tool, dict) else None
    schema = inner.get("json_schema") if isinstance(inner, dict) else None
    return decoded(schema) if schema is not None else tool
