"""Compressed transcripts."""

import gzip
import json
import random
from collections.abc import Callable

import pyarrow
import pytest

from compaction_core import load
from compaction_core.errors import BadInput
from compaction_core.importers.shared.files import compressed
from compaction_core.progress import Progress

CHAT = json.dumps([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]).encode()


def test_a_gzip_file_reads_as_what_is_in_it() -> None:
    assert load(gzip.compress(CHAT)).messages == load(CHAT).messages


def test_parts_one_after_the_other_are_one_file() -> None:
    """RFC 1952, 2.2: a gzip file is a series of members; ``cat a.gz b.gz`` makes one."""
    lines = [json.dumps({"role": role, "content": "hi"}).encode() + b"\n" for role in ("user", "assistant", "user")]
    assert len(load(b"".join(map(gzip.compress, lines))).messages) == 3


BROKEN = {
    "cut": gzip.compress(CHAT)[:-12],
    "garbage": b"\x1f\x8b" + b"x" * 40,
    "head": b"\x1f\x8b",
    "more behind it": gzip.compress(CHAT) + CHAT,
    "wrong sum": gzip.compress(CHAT)[:-8] + bytes(8),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
def test_a_damaged_one_says_what_to_do(broken: bytes) -> None:
    with pytest.raises(BadInput, match="unpack it"):
        load(broken)


def test_one_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compressed, "LARGEST", 1000)
    with pytest.raises(BadInput, match="more than"):
        load(gzip.compress(b" " * 100_000))


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: bytes(pyarrow.compress(data, "zstd", asbytes=True))])
def test_unpacking_tells_how_much_of_the_packed_file_is_done(pack: Callable[[bytes], bytes]) -> None:
    packed = pack(random.Random(1).randbytes(3 << 20))  # nothing to gain by packing, so that it takes several chunks
    heard: list[Progress] = []
    assert compressed.unpacked(packed, heard.append) == random.Random(1).randbytes(3 << 20)
    assert {now.stage for now in heard} == {"unpack"} and {now.total for now in heard} == {len(packed)}
    assert [now.done for now in heard] == sorted(now.done for now in heard)
    assert len(heard) >= 3 and heard[-1].done == len(packed)
