"""Image sizes from headers written byte by byte after the formats' specifications."""

import base64
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.importers.shared.apis.images import image_of_address, image_of_base64, image_of_source
from compaction_core.session import Image

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII5s", 13, b"IHDR", 640, 480, b"\x08\x02\0\0\0")
GIF = b"GIF89a" + struct.pack("<HH", 640, 480) + b"\0\0\0"
SOF = b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, 480, 640, 3) + bytes(9)


def jpeg(metadata: int) -> bytes:
    """A JPEG whose size stands behind ``metadata`` segments of 60 kB."""
    return b"\xff\xd8" + (b"\xff\xe2" + struct.pack(">H", 60_002) + bytes(60_000)) * metadata + SOF


@pytest.mark.parametrize(
    ("data", "media_type"),
    [(PNG, "image/png"), (GIF, "image/gif"), (jpeg(0), "image/jpeg"), (jpeg(5), "image/jpeg")],
)
def test_size(data: bytes, media_type: str) -> None:
    text = base64.b64encode(data).decode()
    expected = Image(source=f"data:{media_type};base64,{text}", media_type=media_type, width=640, height=480)

    assert image_of_base64(text, media_type) == expected
    assert image_of_address(expected.source) == expected


def test_what_follows_the_header_is_not_decoded() -> None:
    assert image_of_base64(base64.b64encode(PNG + bytes(9_000)).decode() + "!" * 1_000, None).width == 640


@pytest.mark.parametrize("data", ["", "!", "AAAA", base64.b64encode(b"<svg width='9' height='9'/>").decode(), "é"])
def test_garbage_has_no_size(data: str) -> None:
    image = image_of_base64(data, "image/png")
    assert (image.width, image.height) == (None, None)
    assert image.source == f"data:image/png;base64,{data}"


@given(st.binary(max_size=300), st.sampled_from([b"", PNG[:16], GIF[:6], b"\xff\xd8\xff", b"RIFF"]))
def test_any_bytes_give_a_sane_size_or_none(data: bytes, magic: bytes) -> None:
    image = image_of_base64(base64.b64encode(magic + data).decode(), None)
    assert (image.width is None) == (image.height is None)
    assert image.width is None or 0 < image.width <= 100_000


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ({"type": "url", "url": "https://example.com/a.png"}, Image(source="https://example.com/a.png")),
        ({"type": "file", "file_id": "file_1"}, Image(source="file_1")),
        (
            {"type": "base64", "media_type": 3, "data": "AAAA"},
            Image(source="data:application/octet-stream;base64,AAAA"),
        ),
        ({"type": "base64"}, None),
        ("text", None),
    ],
)
def test_anthropic_sources(source: Any, expected: Image | None) -> None:
    assert image_of_source(source) == expected
