"""What a record says about its fields. Read on every run, so made once a class."""

from functools import cache
from typing import Any

from pydantic import BaseModel


@cache
def fields_of(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of each field, by name; only to be read."""
    found: dict[str, Any] = model.model_json_schema()["properties"]
    return found
