"""Files packed with gzip or Zstandard, unpacked up to a limit."""

import gzip
import importlib
import io
import zlib
from collections.abc import Callable
from typing import Any

from compaction_core.errors import BadInput
from compaction_core.progress import Progress, Report, silent

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
LARGEST = 500_000_000
"""Bytes that a compressed file, or all that is read of a zip file or folder, may unpack to."""
_CHUNK = 1 << 20


def unpacked(data: bytes, report: Report = silent) -> bytes:
    """The bytes inside a gzip or Zstandard file, other bytes as they are; BadInput if broken or too large.

    ``report`` is told how many of the packed bytes are done.
    """
    if data.startswith(GZIP):
        return _gunzipped(data, report)
    return unzstd(data, LARGEST, report) if data.startswith(ZSTD) else data


def _gunzipped(data: bytes, report: Report) -> bytes:
    file = io.BytesIO(data)
    try:
        # several parts, one after the other, are one file
        found = _read(gzip.GzipFile(fileobj=file), LARGEST, file.tell, len(data), report)
    except EOFError:
        raise BadInput("The gzip file ends too early; copy it again, or unpack it and load the text.") from None
    except (OSError, zlib.error) as error:
        raise BadInput(f"The gzip file is damaged ({error}); unpack it and load the text.") from error
    if len(found) > LARGEST:
        raise BadInput(f"The gzip file unpacks to more than {LARGEST // 10**6:,} MB; unpack it and load a part.")
    return found


def unzstd(data: bytes, limit: int, report: Report = silent) -> bytes:
    """What Zstandard frames hold, at most ``limit`` bytes; BadInput if broken, too large, or no package reads it."""
    stream, place = _zstd_stream(data)
    try:
        found = _read(stream, limit, place, len(data), report)
    except Exception as error:  # each package has its own errors
        reason = str(error)[:120]
        raise BadInput(f"The Zstandard data is damaged ({reason}); unpack it with `zstd -d` and load that.") from error
    if len(found) > limit:
        raise BadInput(f"The Zstandard data unpacks to more than {limit // 10**6:,} MB; unpack it and load a part.")
    if not found and data:
        raise BadInput("The Zstandard data ends too early; copy it again, or unpack it with `zstd -d`.")
    return found


def _read(stream: Any, limit: int, place: Callable[[], int], size: int, report: Report) -> bytes:
    """What a stream holds, at most a chunk more than ``limit`` bytes; ``place`` tells how much of ``size`` it used."""
    found = io.BytesIO()
    while found.tell() <= limit:
        chunk = stream.read(_CHUNK)
        if not chunk:
            break
        found.write(chunk)
        report(Progress("unpack", min(place(), size), size))
    return found.getvalue()


def _zstd_stream(data: bytes) -> tuple[Any, Callable[[], int]]:
    """A reader over all frames, and how much it has read: of Python 3.14, ``zstandard``, or Streamlit's pyarrow."""
    file = io.BytesIO(data)
    for name in ("compression.zstd", "zstandard", "pyarrow"):
        try:
            module: Any = importlib.import_module(name)
        except ImportError:
            continue
        if name == "compression.zstd":
            return module.ZstdFile(file), file.tell
        if name == "zstandard":
            return module.ZstdDecompressor().stream_reader(file, read_across_frames=True), file.tell
        buffer = module.BufferReader(data)
        return module.CompressedInputStream(buffer, "zstd"), buffer.tell
    raise BadInput("Zstandard files need a package that is not installed: pip install zstandard (or use Python 3.14).")
