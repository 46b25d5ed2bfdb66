"""What a generated session is made from."""

from typing import Literal

from pydantic import Field

from compaction_core.session import Record

ScenarioName = Literal["auth_refactor", "data_pipeline", "flaky_test", "ops_incident"]


class Recipe(Record):
    """The settings of one generated session. The same recipe gives an equal session everywhere."""

    seed: int = Field(default=1, ge=0, lt=2**32, description="Another number, another session.")
    scenario: ScenarioName = Field(default="auth_refactor", description="What the work is about.")
    messages: int = Field(
        default=320, ge=8, le=200_000, description="Messages in the session, its system prompt included."
    )
    target_tokens: int | None = Field(
        default=None,
        ge=500,
        le=100_000_000,
        description="Size to aim at, in tokens of four characters; None: 150 a message besides the system prompt.",
    )
    quiet_share: float = Field(
        default=0.0,
        ge=0.0,
        le=0.9,
        description="Share of the session, from its start, in which tool outputs are short.",
    )
    tool_result_share: float = Field(
        default=0.64,
        ge=0.4,
        le=0.95,
        description="Share of the text that tool results aim at; calls, answers, thinking and the user share the rest.",
    )
    parallel_share: float = Field(
        default=0.3, ge=0.0, le=1.0, description="Share of the look-ups that are made as parallel calls."
    )
    reasoning: bool = Field(default=True, description="Whether the assistant's thinking is recorded.")
    system: bool = Field(default=True, description="Whether there is a system prompt (message 0) and tool schemas.")
    pending: bool = Field(default=False, description="Whether the session ends with a call that has no result.")
