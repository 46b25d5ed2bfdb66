"""The settings of Codex's compaction."""

from typing import Literal

from pydantic import Field

from compaction_core.strategies.base import Parameters

USER_MESSAGE_TOKENS = 20_000


class Triggering(Parameters):
    """When Codex compacts: the same for both ways."""

    model_auto_compact_token_limit: int | None = Field(
        default=None,
        title="Compact at",
        description="Tokens from which it compacts, at most 9/10 of the window; not given: 9/10 of the window.",
        json_schema_extra={"unit": "tokens"},
    )


class CodexParameters(Triggering):
    """The local way."""

    compact_user_message_max_tokens: int = Field(
        default=USER_MESSAGE_TOKENS,
        ge=0,
        title="User messages kept",
        description="Tokens of user messages that stay, newest first. It is fixed in the releases.",
        json_schema_extra={"unit": "tokens", "released": False},
    )
    model_auto_compact_token_limit_scope: Literal["total", "body_after_prefix"] = Field(
        default="total",
        title="The limit counts",
        description="The whole context, or only what stands behind the system prompt and the tools.",
    )
    compact_prompt: str | None = Field(
        default=None,
        title="Own prompt",
        description="Replaces the prompt that asks for the summary.",
    )


class CodexRemoteParameters(Triggering):
    """The remote way."""

    answer_holds_assistant_messages: bool = Field(
        default=False,
        title="The server returns assistant texts",
        description=(
            "Codex keeps the assistant messages of the server's answer. The server's documented answer holds none: "
            "all user messages, then one compaction item."
        ),
        json_schema_extra={"released": False},
    )
    model_auto_compact_token_limit_scope: Literal["total", "body_after_prefix"] = Field(
        default="total",
        title="The limit counts",
        description="The whole context, or only what stands behind the system prompt and the tools.",
    )
