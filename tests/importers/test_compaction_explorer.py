"""Our own JSON: as it was written, or refused with the place of what no transcript gives."""

import json
from dataclasses import asdict
from typing import Any

import pytest

from compaction_core.errors import BadInput
from compaction_core.importers import load
from compaction_core.importers.compaction_explorer import SESSION
from tests.make import say

SAID = asdict(say("user"))


def own(**fields: Any) -> str:
    return json.dumps({SESSION: {"format": "test", "messages": [SAID, SAID], **fields}})


def test_a_compaction_may_stand_behind_the_last_message() -> None:
    assert load(own(compactions=[{"index": 2, "kept": [0, 7]}])).kept_before == {2: (0,)}


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"compactions": [{"index": 3}]}, "compactions.0.index"),
        ({"compactions": [{"index": 0}, {"index": -1, "kind": "clear"}]}, "compactions.1.index"),
        ({"messages": [{**SAID, "timestamp": 1e18}]}, "messages.0.timestamp"),
        ({"messages": [{**SAID, "usage": {"input": -1}}]}, "messages.0.usage"),
        ({"threads": [{"id": "t", "messages": [SAID, {**SAID, "timestamp": -1}]}]}, "threads.0.messages.1.timestamp"),
        ({"messages": [{"role": "nobody"}]}, "messages.0.role"),
    ],
)
def test_what_no_transcript_gives_is_refused_with_its_place(fields: dict[str, Any], place: str) -> None:
    """A time or a place outside of all bounds would otherwise end in a traceback somewhere later."""
    with pytest.raises(BadInput, match=f"but {place} in it is damaged: .*Export the session again"):
        load(own(**fields))
