"""The bundled sample sessions, listed in ``sample_sessions/catalog.toml``.

>>> [sample.name for sample in samples()][:2]
['long_coding', 'first_example']
>>> len(open_sample("first_example").messages)
12
"""

import gzip
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from compaction_core.errors import BadInput, UnknownName
from compaction_core.importers import load
from compaction_core.session import Record, Session
from compaction_core.synth import Recipe, claude_code_jsonl, generate, openai_json, with_compactions

OWN = "own"


class Recorded(Record):
    """The compactions a generated sample holds: at ``limit`` tokens of context, and before messages ``manual``."""

    limit: int
    manual: tuple[int, ...] = ()


class RecordedModel(Record):
    """The model whose answers to the samples are bundled, and how it was asked."""

    model: str
    """As LiteLLM writes it."""
    about: str
    """What kind of model it is, in a few words."""
    temperature: float
    max_tokens: int
    """Longest answer, in the model's own tokens."""


class Sample(Record):
    """One bundled session and what it teaches."""

    name: str
    title: str
    teaches: str
    file: str
    """File name in the folder of samples."""
    context_window: int
    """Tokens of the window it is best opened with: Letta Code's trigger fires in it."""
    conversation: int = 0
    recipe: Recipe | None = None
    """How it was generated; None for a session written by hand."""
    recorded: Recorded | None = None
    model: str = ""
    """Model named in a generated file."""
    runs: tuple[str, ...] = ()
    """Prompts with which the recorded model was asked to summarize it, as it is first opened; OWN: the strategy's."""


@cache
def folder() -> Path:
    """Where the samples lie: at the root of a checkout, or inside the installed package. BadInput if in neither."""
    places = [Path(__file__).parents[1] / "sample_sessions"]
    spec = find_spec("compaction_explorer_app")
    places += [Path(place) / "sample_sessions" for place in (spec and spec.submodule_search_locations) or ()]
    for place in places:
        if (place / "catalog.toml").is_file():
            return place
    looked = " and ".join(map(str, places))
    raise BadInput(f"The sample sessions are missing (looked in {looked}); install the package again.")


@cache
def samples() -> tuple[Sample, ...]:
    """Every sample in the order of the catalog; the app opens with the first."""
    return tuple(Sample(**entry) for entry in _catalog()["sample"])


@cache
def recorded_model() -> RecordedModel:
    """The model whose answers to the samples lie in ``recordings``."""
    return RecordedModel(**_catalog()["recorded_model"])


def _catalog() -> dict[str, Any]:
    return tomllib.loads((folder() / "catalog.toml").read_text(encoding="utf-8"))


def find_sample(name: str) -> Sample:
    """The catalog's entry of that name; UnknownName lists those there are."""
    found = {sample.name: sample for sample in samples()}
    if name not in found:
        raise UnknownName("sample", name, found)
    return found[name]


def open_sample(name: str) -> Session:
    """Load a sample under its title; UnknownName for one that the catalog does not list."""
    sample = find_sample(name)
    return load(sample_bytes(sample), sample.conversation).model_copy(update={"title": sample.title})


def sample_bytes(sample: Sample) -> bytes:
    """The transcript as its format has it, unpacked; BadInput if the file is missing."""
    try:
        data = (folder() / sample.file).read_bytes()
    except OSError as error:
        raise BadInput(f"The sample {sample.name!r} cannot be read: {error.strerror}. Install it again.") from error
    return gzip.decompress(data) if sample.file.endswith(".gz") else data


def generated_bytes(sample: Sample) -> bytes:
    """What the file of a generated sample must hold, made anew from its recipe; BadInput if it has none."""
    if sample.recipe is None:
        raise BadInput(f"The sample {sample.name!r} was written by hand; edit {sample.file} itself.")
    session = generate(sample.recipe)
    if sample.recorded is None:
        return openai_json(session, sample.model)
    session = with_compactions(session, limit=sample.recorded.limit, manual=sample.recorded.manual)
    return claude_code_jsonl(session, sample.model)
