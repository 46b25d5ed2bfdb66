"""The files inside a zip file or a folder: names at once, bytes when asked for, both bounded."""

import io
import lzma
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from compaction_core.errors import BadInput
from compaction_core.importers.shared.files import compressed

ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
MOST_NAMES = 50_000
_ZSTD_METHODS = (20, 93)  # PKWARE APPNOTE 4.4.5: 93, and 20 before it
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, *_ZSTD_METHODS)
_ENCRYPTED = 1
_BROKEN = (
    zipfile.BadZipFile,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    OverflowError,
    struct.error,
    zlib.error,
    lzma.LZMAError,
)
_LEFT_OUT = frozenset({"__MACOSX", ".git", "node_modules", "__pycache__", ".venv"})


class Members(Mapping[str, bytes]):
    """Names, in the container's order, to bytes that are read each time they are asked for.

    Reading raises BadInput where a file is encrypted, broken, packed in an unknown way, or where all files read so
    far come to more than ``compressed.LARGEST`` bytes.
    """

    kind = "container"

    def __init__(self, sizes: dict[str, int]) -> None:
        self.sizes = sizes
        """Bytes of each file, unpacked, as the container states them."""
        self.taken = 0
        """Bytes of all files read so far."""
        self._read: set[str] = set()

    def __getitem__(self, name: str) -> bytes:
        if name not in self.sizes:
            raise KeyError(name)
        if name not in self._read:
            self._read.add(name)
            self.taken += self.sizes[name]
        if self.taken > compressed.LARGEST:
            most = compressed.LARGEST // 10**6
            raise BadInput(f"The {self.kind} holds more than {most:,} MB of transcripts; unpack it and load a part.")
        return self._bytes(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.sizes)

    def __len__(self) -> int:
        return len(self.sizes)

    def _bytes(self, name: str) -> bytes:
        raise NotImplementedError


class Below(Members):
    """The files below a folder of a container, by their path from that folder; ``.`` holds those in no folder."""

    kind = "folder"

    def __init__(self, members: Members, folder: str) -> None:
        self._members, self._prefix = members, "" if folder == "." else f"{folder}/"
        every = members.sizes.items()
        if folder == ".":
            sizes = {name: size for name, size in every if "/" not in name}
        else:
            sizes = {name.removeprefix(self._prefix): size for name, size in every if name.startswith(self._prefix)}
        super().__init__(sizes)

    def _bytes(self, name: str) -> bytes:
        return self._members[self._prefix + name]


class ZipMembers(Members):
    """The files of a zip file held in memory."""

    kind = "zip file"

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            infos = self._zip.infolist()
        except _BROKEN as error:
            raise BadInput(f"The zip file is damaged ({str(error)[:120]}); copy it again, or unpack it.") from error
        if len(infos) > MOST_NAMES:
            raise BadInput(f"The zip file holds more than {MOST_NAMES:,} files; unpack it and load one of them.")
        self._data = data
        self._infos = {info.filename: info for info in infos if not info.is_dir() and _wanted(info.filename)}
        super().__init__({name: info.file_size for name, info in self._infos.items()})

    def _bytes(self, name: str) -> bytes:
        info = self._infos[name]
        if info.flag_bits & _ENCRYPTED:
            raise BadInput(f"{_quoted(name)} in the zip file is encrypted; unpack it with its password and load that.")
        if info.compress_type not in _METHODS:
            raise BadInput(f"{_quoted(name)} is packed by zip method {info.compress_type}; unpack it and load that.")
        try:
            if info.compress_type in _ZSTD_METHODS:
                return self._zstd(info)
            with self._zip.open(info) as file:  # reads no more than the stated size
                return file.read()
        except _BROKEN as error:
            reason = str(error)[:120]
            raise BadInput(f"{_quoted(name)} in the zip file is damaged ({reason}); copy the file again.") from error

    def _zstd(self, info: zipfile.ZipInfo) -> bytes:
        """A member that Python before 3.14 does not unpack: its packed bytes stand behind its local header."""
        header = self._data[info.header_offset : info.header_offset + 30]
        name_length, extra_length = struct.unpack("<HH", header[26:30])
        start = info.header_offset + 30 + name_length + extra_length
        found = compressed.unzstd(self._data[start : start + info.compress_size], info.file_size)
        if len(found) != info.file_size or zlib.crc32(found) != info.CRC:
            raise zipfile.BadZipFile("wrong checksum")
        return found


class FolderMembers(Members):
    """The regular files below a folder, by their path from it; links and tool folders are passed over."""

    kind = "folder"

    def __init__(self, root: Path) -> None:
        self._root = root
        super().__init__(dict(_files(root)))

    def _bytes(self, name: str) -> bytes:
        try:
            with (self._root / name).open("rb") as file:
                return file.read(compressed.LARGEST)
        except OSError as error:
            raise BadInput(f"Cannot read {_quoted(name)}: {error.strerror}. Check its permissions.") from error


def _files(root: Path) -> Iterator[tuple[str, int]]:
    seen = 0
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if name not in _LEFT_OUT)
        for name in sorted(names):
            seen += 1
            if seen > MOST_NAMES:
                raise BadInput(f"The folder holds more than {MOST_NAMES:,} files; choose a folder inside it.")
            path = Path(folder, name)
            try:
                status = path.lstat()
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode) and _wanted(name):
                yield path.relative_to(root).as_posix(), status.st_size


def _wanted(name: str) -> bool:
    return not name.endswith(".DS_Store") and not name.startswith("__MACOSX/")


def _quoted(name: str) -> str:
    return repr(name[-80:])
