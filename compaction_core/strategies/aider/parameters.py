"""The settings of aider's chat history."""

from pydantic import Field

from compaction_core.strategies.base import Parameters

SHARE, LEAST, MOST = 16, 1_024, 8_192
"""A sixteenth of the main model's input, between these."""


class AiderParameters(Parameters):
    """``--max-chat-history-tokens``, what is known of the models, and what a summary is assumed to take."""

    max_chat_history_tokens: int | None = Field(
        default=None,
        ge=1,
        title="Chat history",
        description="Tokens above which it is summarized; not given: 1/16 of the window, from 1,024 to 8,192.",
        json_schema_extra={"unit": "tokens"},
    )
    summary_tokens: int | None = Field(
        default=None,
        ge=0,
        title="Size of a summary, assumed",
        description=(
            "No one knows it before it is written. Not given: it fits beside what is kept. A larger one makes aider "
            "summarize again, one level deeper."
        ),
        json_schema_extra={"unit": "tokens"},
    )
    max_input_tokens: int | None = Field(
        default=None,
        ge=0,
        title="Window of the weak model",
        description=(
            "The model that summarizes. It reads 512 tokens less; what does not fit is dropped unread. Not given: the "
            "window above; 0: not known, which aider takes as 4,096."
        ),
        json_schema_extra={"unit": "tokens"},
    )

    def limit(self, context_window: int | None) -> float:
        """Tokens that must be exceeded; as in aider, a sixteenth may be a broken number."""
        if self.max_chat_history_tokens is not None:
            return self.max_chat_history_tokens
        return min(max((context_window or 0) / SHARE, LEAST), MOST)

    def weak_input(self, context_window: int | None) -> int | None:
        """The weak model's input in tokens; None where it is not known."""
        return context_window if self.max_input_tokens is None else self.max_input_tokens
