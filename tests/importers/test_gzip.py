"""Compressed transcripts."""

import gzip
import json

import pytest

from compaction_core import load
from compaction_core.errors import BadInput
from compaction_core.importers import source

CHAT = json.dumps([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]).encode()


def test_a_gzip_file_reads_as_what_is_in_it() -> None:
    assert load(gzip.compress(CHAT)).messages == load(CHAT).messages


@pytest.mark.parametrize("broken", [gzip.compress(CHAT)[:-12], b"\x1f\x8b" + b"x" * 40], ids=["cut", "garbage"])
def test_a_damaged_one_says_what_to_do(broken: bytes) -> None:
    with pytest.raises(BadInput, match="unpack it"):
        load(broken)


def test_one_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "LARGEST", 1000)
    with pytest.raises(BadInput, match="more than"):
        load(gzip.compress(b" " * 100_000))
