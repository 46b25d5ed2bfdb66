"""Images in transcripts: data URIs and their size in pixels, read from the first bytes only."""

import base64
import binascii
import io
from typing import Any

import imagesize

from compaction_core.importers.shared.values import optional_text
from compaction_core.session import Image

# A PNG, GIF or WebP says its size in 30 bytes; a JPEG after its metadata. Multiples of 4: whole base64 groups.
_HEAD_CHARACTERS = (4_096, 1_048_576)
_RASTER = (b"\x89PNG\r\n\x1a\n", b"GIF8", b"\xff\xd8\xff", b"RIFF")
_MOST_PIXELS = 100_000


def image_of_base64(data: str, media_type: str | None) -> Image:
    """An image given as base64 text, as a data URI with its size."""
    width, height = _pixels(data)
    uri = f"data:{media_type or 'application/octet-stream'};base64,{data}"
    return Image(source=uri, media_type=media_type, width=width, height=height)


def image_of_address(address: str, media_type: str | None = None) -> Image:
    """An image given by a data URI or an address; an address is never fetched, so its size is unknown."""
    head, comma, data = address.partition(",")
    if comma and head.startswith("data:") and head.endswith(";base64"):
        declared = head[5:-7].split(";")[0] or None
        width, height = _pixels(data)
        return Image(source=address, media_type=declared or media_type, width=width, height=height)
    return Image(source=address, media_type=media_type)


def image_of_source(source: Any) -> Image | None:
    """The image of an Anthropic ``source``: base64, url or file; None if it is none of them."""
    if not isinstance(source, dict):
        return None
    data, media_type = source.get("data"), optional_text(source.get("media_type"))
    if isinstance(data, str):
        return image_of_base64(data, media_type)
    if isinstance(source.get("url"), str):
        return image_of_address(source["url"], media_type)
    if isinstance(source.get("file_id"), str):
        return Image(source=source["file_id"], media_type=media_type)
    return None


def _pixels(data: str) -> tuple[int | None, int | None]:
    """Width and height, decoding no more than needed; None for both where they cannot be told."""
    for characters in _HEAD_CHARACTERS:
        try:
            head = base64.b64decode(data[:characters])
        except (binascii.Error, ValueError):
            return None, None
        if not head.startswith(_RASTER):  # never hand text (SVG) or guesses to a parser
            return None, None
        width, height = imagesize.get(io.BytesIO(head), exif_rotation=False)
        if 0 < width <= _MOST_PIXELS and 0 < height <= _MOST_PIXELS:
            return int(width), int(height)
        if len(data) <= characters:
            break
    return None, None
