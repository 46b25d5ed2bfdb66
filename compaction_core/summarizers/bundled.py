"""The model runs that come with the samples: what a small model really answered, replayed from files.

    for run in bundled_runs("first_example"):
        found = recordings.find(place(), request, run.settings)

A run is replayed as any other recording is; the catalog says which there are.
"""

from pathlib import Path

from compaction_core.samples import OWN, find_sample, folder, recorded_model
from compaction_core.session import Record
from compaction_core.summarizers.ladder import Fail, Ladder, Smaller
from compaction_core.summarizers.prompts import Prompt, prompt
from compaction_core.summarizers.runs import ModelSettings

LADDER = Ladder(rungs=(Smaller(), Fail()))
"""As it was asked: what overflowed the model's window went down to the strategy's smaller requests."""


class BundledRun(Record):
    """One run of the catalog."""

    settings: ModelSettings
    about: str
    """What kind of model it is."""
    prompt: Prompt | None = None
    """None: the strategy's own."""

    @property
    def model(self) -> str:
        """The model's name without its provider."""
        return self.settings.model.rpartition("/")[2]


def place() -> Path:
    """Where the recordings lie; BadInput if the samples are missing."""
    return folder() / "recordings"


def bundled_runs(sample: str) -> tuple[BundledRun, ...]:
    """The runs of a sample, in the catalog's order. Raises UnknownName for one that it does not list."""
    asked = recorded_model()
    settings = ModelSettings(model=asked.model, temperature=asked.temperature, max_tokens=asked.max_tokens)
    return tuple(
        BundledRun(settings=settings, about=asked.about, prompt=None if name == OWN else prompt(name))
        for name in find_sample(sample).runs
    )
