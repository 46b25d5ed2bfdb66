"""Limits: the number that a trigger compares with."""

from typing import Annotated, Literal

from pydantic import Field

from compaction_core.strategies.composed.axes.base import Axis


class Number(Axis):
    """A fixed number, whatever the window."""

    kind: Literal["number"] = "number"
    value: int = Field(
        default=100_000, ge=0, le=1_000_000_000, title="Number", description="Tokens, or whatever the metric counts."
    )


class Share(Axis):
    """A share of the window."""

    kind: Literal["share"] = "share"
    share: float = Field(
        default=0.8,
        gt=0,
        le=1,
        title="Share",
        description="Share of the context window.",
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )
    rounded_down: bool = Field(
        default=False, title="Rounded down", description="Whether the share is made a whole number before comparing."
    )
    less: int = Field(
        default=0,
        ge=0,
        le=1_000_000_000,
        title="Less",
        description="Tokens taken off the share, once that is rounded down.",
        json_schema_extra={"unit": "tokens"},
    )
    at_least: int | None = Field(
        default=None, ge=0, le=1_000_000_000, title="At least", description="The number is never lower than this."
    )
    assumed_window: int | None = Field(
        default=None,
        ge=1,
        le=1_000_000_000,
        title="Assumed window",
        description="Tokens taken for the window where it is unknown; empty: then it never acts.",
        json_schema_extra={"unit": "tokens"},
    )


class Reserve(Axis):
    """The window less a reserve for the answer."""

    kind: Literal["reserve"] = "reserve"
    reserve: int = Field(
        default=16_384,
        ge=0,
        le=1_000_000_000,
        title="Reserve",
        description="Tokens held back.",
        json_schema_extra={"unit": "tokens"},
    )
    largest_share: float | None = Field(
        default=None,
        gt=0,
        le=1,
        title="Largest share",
        description="The reserve is at most this share of the window, at least 1 token; empty: any size.",
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )


class Entry(Axis):
    """One line of a table of reserves."""

    window: int = Field(
        default=200_000, ge=1, le=1_000_000_000, title="Window", description="A window of exactly so many tokens."
    )
    reserve: int = Field(
        default=40_000, ge=0, le=1_000_000_000, title="Reserve", description="Tokens held back in that window."
    )


class Table(Axis):
    """A reserve that depends on the window by a table."""

    kind: Literal["table"] = "table"
    entries: tuple[Entry, ...] = Field(
        default=(Entry(),), max_length=20, title="Table", description="Reserves of windows of known sizes."
    )
    otherwise: int = Field(
        default=40_000,
        ge=0,
        le=1_000_000_000,
        title="Otherwise",
        description="Tokens held back in any other window.",
        json_schema_extra={"unit": "tokens"},
    )
    otherwise_share: float = Field(
        default=0.8,
        gt=0,
        le=1,
        title="Otherwise at least",
        description="In any other window the number is at least this share of it.",
        json_schema_extra={"minimum": 0.05, "maximum": 1.0, "step": 0.05, "unit": "share"},
    )


Limit = Annotated[Number | Share | Reserve | Table, Field(discriminator="kind")]
