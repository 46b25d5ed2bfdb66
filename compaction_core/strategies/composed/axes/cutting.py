"""Axes 4, 6 and 7: what may go at all, where a cut is allowed, and what must stay."""

from typing import Literal

from pydantic import Field

from compaction_core.strategies.composed.axes.base import Axis


class Range(Axis):
    """Axis 4: which messages may go, and when it refuses."""

    start: Literal["beginning", "last_summary", "first_kept"] = Field(
        default="beginning",
        title="Starts at",
        description=(
            "last_summary: the newest summary, older messages stay. first_kept: what the last compaction kept, "
            "which is the message behind a summary that stands first."
        ),
    )
    head: int = Field(
        default=0,
        ge=0,
        le=1_000_000,
        title="Protected head",
        description="So many first messages stay.",
        json_schema_extra={"unit": "messages"},
    )
    fewest: int = Field(
        default=1,
        ge=1,
        le=1_000_000,
        title="Fewest",
        description="It refuses unless at least so many messages would go.",
        json_schema_extra={"unit": "messages"},
    )
    no_recent_summary: bool = Field(
        default=False,
        title="No recent summary",
        description="It refuses where a summary is among the messages that would stay at the end.",
    )
    something_new: bool = Field(
        default=False,
        title="Something new",
        description="It refuses where nothing stands behind the last summary but what that compaction had kept.",
    )


class Legality(Axis):
    """Axis 6: what the kept part may start with, and where a proposed cut moves."""

    starts_with: Literal["anything", "assistant", "user", "no_result", "no_open_pair"] = Field(
        default="no_result",
        title="May start with",
        description=(
            "no_result: anything but a tool result. no_open_pair: no tool result either, and no call unless a result "
            "stands right behind it or nothing does."
        ),
    )
    moves: Literal["earlier", "later", "to_the_call"] = Field(
        default="to_the_call",
        title="Else the cut moves",
        description=(
            "to_the_call: from a tool result back to the message with its call, or behind the results if there is none."
        ),
    )
    otherwise: Literal["refuse", "first_legal"] = Field(
        default="refuse",
        title="If there is no such place",
        description="first_legal: it takes the first place of the range where a cut is allowed.",
    )
    split_turn: Literal["allowed", "own_summary", "whole_turns"] = Field(
        default="allowed",
        title="A cut inside a turn",
        description=(
            "own_summary: the start of that turn is summarized apart. whole_turns: the cut moves back to where the "
            "turn began."
        ),
    )
    rescue_calls: bool = Field(
        default=False,
        title="Rescue calls",
        description="Calls that go but whose results stay are copied into the summary's message.",
    )


class Anchors(Axis):
    """Axis 7: what stays whatever the selector says."""

    least_tail: int = Field(
        default=0,
        ge=0,
        le=1_000_000,
        title="Least tail",
        description="The cut lies at least so many messages before the end.",
        json_schema_extra={"unit": "messages"},
    )
    open_call: bool = Field(
        default=False,
        title="Open call",
        description="If the last message is an answer whose calls wait for results, it stays in any case.",
    )
    last_user: bool = Field(
        default=False, title="Last user message", description="The cut lies at or before the user's newest message."
    )
    last_answer: bool = Field(
        default=False, title="Last answer", description="The cut lies at or before the newest answer with a text."
    )
    recent_results: int = Field(
        default=0,
        ge=0,
        le=1_000_000_000,
        title="Recent results",
        description="Tokens of the newest tool results that stay before the cut, with the calls that belong to them.",
        json_schema_extra={"unit": "tokens"},
    )
