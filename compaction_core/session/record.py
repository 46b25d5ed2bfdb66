"""What every record is."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict


class Displayed:
    """What a notebook can show."""

    __slots__ = ()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """How Jupyter shows the record; see ``display``, which is not needed for anything else."""
        from compaction_core.display import mimebundle

        return mimebundle(self)


class Record(Displayed, BaseModel):
    """A frozen value. Equal content is equal; JSON and back is equal."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def __copy__(self) -> Self:
        """Only the fields: what was computed from them once (cached properties) may not hold for the copy."""
        made = super().__copy__()
        for name in made.__dict__.keys() - type(self).model_fields.keys():
            del made.__dict__[name]
        return made
