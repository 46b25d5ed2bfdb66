"""What every axis is made of, and how to look into its fields."""

import types
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict


class Axis(BaseModel):
    """The settings of one axis, or of one choice on it; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def choices(annotation: Any) -> tuple[type[Axis], ...]:
    """The records that a field of this annotation can hold, in order; none where it holds a plain value.

    A list of records counts as its entries.
    """
    if isinstance(annotation, type) and issubclass(annotation, Axis):
        return (annotation,)
    origin = get_origin(annotation)
    if origin is Annotated:
        return choices(get_args(annotation)[0])
    if origin in (tuple, Union, types.UnionType):
        return tuple(found for part in get_args(annotation) for found in choices(part))
    return ()


def kind_of(record: type[Axis]) -> str:
    """The word that tells this record from the other choices; empty where it is the only one."""
    field = record.model_fields.get("kind")
    return "" if field is None else str(field.default)
