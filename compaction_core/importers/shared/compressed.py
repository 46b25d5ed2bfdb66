"""Files packed with gzip or Zstandard, unpacked up to a limit."""

import gzip
import importlib
import io
import zlib
from typing import Any

from compaction_core.errors import BadInput

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
LARGEST = 500_000_000
"""Bytes that a compressed file, or all that is read of a zip file or folder, may unpack to."""
_CHUNK = 1 << 20


def unpacked(data: bytes) -> bytes:
    """The bytes inside a gzip or Zstandard file, other bytes as they are; BadInput if broken or too large."""
    if data.startswith(GZIP):
        return _gunzipped(data)
    return unzstd(data, LARGEST) if data.startswith(ZSTD) else data


def _gunzipped(data: bytes) -> bytes:
    try:
        # several parts, one after the other, are one file
        found = gzip.GzipFile(fileobj=io.BytesIO(data)).read(LARGEST + 1)
    except EOFError:
        raise BadInput("The gzip file ends too early; copy it again, or unpack it and load the text.") from None
    except (OSError, zlib.error) as error:
        raise BadInput(f"The gzip file is damaged ({error}); unpack it and load the text.") from error
    if len(found) > LARGEST:
        raise BadInput(f"The gzip file unpacks to more than {LARGEST // 10**6:,} MB; unpack it and load a part.")
    return found


def unzstd(data: bytes, limit: int) -> bytes:
    """What Zstandard frames hold, at most ``limit`` bytes; BadInput if broken, too large, or no package reads it."""
    stream = _zstd_stream(data)
    found = bytearray()
    try:
        while len(found) <= limit:
            chunk = stream.read(_CHUNK)
            if not chunk:
                break
            found += chunk
    except Exception as error:  # each package has its own errors
        reason = str(error)[:120]
        raise BadInput(f"The Zstandard data is damaged ({reason}); unpack it with `zstd -d` and load that.") from error
    if len(found) > limit:
        raise BadInput(f"The Zstandard data unpacks to more than {limit // 10**6:,} MB; unpack it and load a part.")
    if not found and data:
        raise BadInput("The Zstandard data ends too early; copy it again, or unpack it with `zstd -d`.")
    return bytes(found)


def _zstd_stream(data: bytes) -> Any:
    """A reader over all frames: Python 3.14's own, else ``zstandard``, else the pyarrow that Streamlit brings."""
    file = io.BytesIO(data)
    for name in ("compression.zstd", "zstandard", "pyarrow"):
        try:
            module: Any = importlib.import_module(name)
        except ImportError:
            continue
        if name == "compression.zstd":
            return module.ZstdFile(file)
        if name == "zstandard":
            return module.ZstdDecompressor().stream_reader(file, read_across_frames=True)
        return module.CompressedInputStream(module.BufferReader(data), "zstd")
    raise BadInput("Zstandard files need a package that is not installed: pip install zstandard (or use Python 3.14).")
