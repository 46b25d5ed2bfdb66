"""LangChain's constructors for the chosen settings."""

from typing import Any

from compaction_core.strategies.langchain.parameters import (
    ClearToolUsesParameters,
    SummarizationParameters,
    TrimMessagesParameters,
)
from compaction_core.strategies.langchain.trigger import Clause
from compaction_core.strategies.langchain.trimming_steps import kinds_of
from compaction_core.strategies.snippet import Snippet, as_call, changed

PLACE = "where the agent is made"
MIDDLEWARE = "langchain.agents.middleware"


def summarization_middleware(parameters: SummarizationParameters, context_window: int | None) -> Snippet:
    """``SummarizationMiddleware``; a share needs a model whose input limit is known."""
    shares = parameters.keep_kind == "fraction" or any(
        condition.kind == "fraction" for clause in parameters.clauses for condition in clause
    )
    imports = f"from {MIDDLEWARE} import SummarizationMiddleware"
    arguments: dict[str, Any] = {"model": "raw:model"}
    if shares and context_window is not None:
        profile = {"max_input_tokens": context_window}
        arguments["model"] = f'raw:init_chat_model("PROVIDER:MODEL", profile={profile!r})'
        imports = f"{imports}\nfrom langchain.chat_models import init_chat_model"
    written = [_clause(clause) for clause in parameters.clauses]
    if written:
        arguments["trigger"] = written[0] if len(written) == 1 else written
    value = parameters.keep_fraction if parameters.keep_kind == "fraction" else parameters.keep_value
    if (parameters.keep_kind, value) != ("messages", 20):
        arguments["keep"] = (parameters.keep_kind, value)
    if "trim_tokens_to_summarize" in changed(parameters):
        arguments["trim_tokens_to_summarize"] = parameters.trim_tokens_to_summarize
    return as_call(PLACE, "SummarizationMiddleware", arguments, imports)


def clear_tool_uses(parameters: ClearToolUsesParameters) -> Snippet:
    """``ContextEditingMiddleware`` with one edit."""
    settings = changed(parameters)
    if "exclude_tools" in settings:
        settings["exclude_tools"] = parameters.excluded
    edit = ", ".join(f"{name}={value!r}" for name, value in settings.items())
    imports = f"from {MIDDLEWARE} import ClearToolUsesEdit, ContextEditingMiddleware"
    return as_call(PLACE, "ContextEditingMiddleware", {"edits": f"raw:[ClearToolUsesEdit({edit})]"}, imports)


def trim_messages(parameters: TrimMessagesParameters, context_window: int | None) -> Snippet:
    """The call with the release's fast count."""
    limit = context_window if parameters.max_tokens is None else parameters.max_tokens
    given: dict[str, Any] = {"max_tokens": limit, "token_counter": "approximate", **changed(parameters)}
    if "keep_end" in given:
        given["strategy"] = given.pop("keep_end")
    for name in ("start_on", "end_on"):
        kinds = kinds_of(given.get(name, ""))
        if kinds:
            given[name] = kinds[0] if len(kinds) == 1 else kinds
    imports = "from langchain_core.messages import trim_messages"
    text = as_call("before the model is called", "trim_messages", given, imports)
    return text.model_copy(update={"text": text.text.replace("trim_messages(\n", "trim_messages(\n    messages,\n", 1)})


def _clause(clause: Clause) -> Any:
    """A pair for one condition, a dict where all of several have to be met."""
    values = {one.kind: one.value if one.kind == "fraction" else int(one.value) for one in clause}
    return values if len(clause) > 1 else next(iter(values.items()))
