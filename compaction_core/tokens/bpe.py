"""The two OpenAI tokenizers, offline: tiktoken with the rank files that LiteLLM's wheel carries."""

import hashlib
import importlib.util
import os
import re
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import tiktoken

from compaction_core.errors import CompactionError
from compaction_core.session import Part
from compaction_core.tokens.base import Basis, counters
from compaction_core.tokens.images import image_tokens

RANK_FILES = {
    # encoding: (sha1 of tiktoken's address, its file name in the cache), sha256 of the ranks
    "o200k_base": (
        "fb374d419588a4632f3f557e76b4b70aebbca790",
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    ),
    "cl100k_base": (
        "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    ),
}
SLICE = 200_000
"""Characters encoded at once: about a million blanks in a row overflow tiktoken's stack."""
CHUNK = 8_000
"""Characters from which on a text is counted in chunks: the request for another cut begins with the same ones."""
_CHUNK_END = re.compile(r"\n(?=[^\s/])")
"""No piece that the encodings split a text into goes on behind it: behind a newline come at most blanks and slashes."""
REMEMBERED = 200_000
"""Texts whose count is kept, by a 16-byte digest: the text itself is not, so nothing of it can be read back."""


@lru_cache(maxsize=len(RANK_FILES))
def encoding(name: str) -> tiktoken.Encoding:
    """Load an encoding from the installed rank files, never from the network.

    Raises CompactionError when the files are missing or changed, instead of letting tiktoken download them.
    """
    spec = importlib.util.find_spec("litellm")  # finds the folder without importing it (5 s, 200 MB)
    if spec is None or not spec.submodule_search_locations:
        raise CompactionError("Token counting needs the litellm package, which carries the rank files; install it.")
    folder = Path(next(iter(spec.submodule_search_locations))) / "litellm_core_utils" / "tokenizers"
    file, expected = RANK_FILES[name]
    path = folder / file
    if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != expected:
        raise CompactionError(
            f"The rank file of {name} is missing or changed in the installed litellm; "
            "install a release in the range that pyproject.toml names."
        )
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    try:
        return tiktoken.get_encoding(name)
    finally:
        if before is None:
            del os.environ["TIKTOKEN_CACHE_DIR"]
        else:
            os.environ["TIKTOKEN_CACHE_DIR"] = before


class BpeCounter:
    """Counts with a byte-pair encoding; images by their size (see images.py)."""

    basis: Basis = "measured"

    def __init__(self, name: str, label: str, source: str) -> None:
        self.name, self.label, self.source = name, label, source
        self._remembered: OrderedDict[bytes, int] = OrderedDict()

    def units(self, part: Part) -> int:
        """Tokens of one part."""
        if part.kind == "text" or part.kind == "tool_result" or part.kind == "reasoning":
            return self.count(part.text)
        if part.kind == "tool_call":
            return self.count(part.name) + self.count(part.arguments)
        if part.kind == "image":
            return image_tokens(part)
        return self.count(part.raw if part.kind == "opaque" else part.text or "")

    def tokens(self, units: int) -> int:
        """Units are tokens."""
        return units

    def count(self, text: str) -> int:
        """Tokens of a text; a text seen before is not encoded again."""
        if not text:
            return 0
        return self._remember(text, self._encode if len(text) < 2 * CHUNK else self._long)

    def _remember(self, text: str, encode: Callable[[str], int]) -> int:
        key = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        known = self._remembered.get(key)
        if known is not None:
            return known
        tokens = self._remembered[key] = encode(text)
        if len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)
        return tokens

    def _long(self, text: str) -> int:
        return sum(self._remember(chunk, self._encode) for piece in _slices(text) for chunk in _chunks(piece))

    def _encode(self, text: str) -> int:
        try:
            return len(encoding(self.name).encode_ordinary(text))
        except BaseException as panic:  # a Rust panic is no Exception
            if type(panic).__name__ != "PanicException":
                raise
            return -(-len(text.encode("utf-8", "replace")) // 4)


def _chunks(text: str, least: int = CHUNK) -> list[str]:
    """The text cut where counts add up exactly, each piece but the last longer than ``least``."""
    pieces, start = [], 0
    while found := _CHUNK_END.search(text, start + least):
        pieces.append(text[start : found.end()])
        start = found.end()
    return [*pieces, text[start:]]


def _slices(text: str) -> list[str]:
    """Pieces of at most SLICE characters, cut after a newline where there is one."""
    pieces, start = [], 0
    while len(text) - start > SLICE:
        newline = text.rfind("\n", start + SLICE // 2, start + SLICE)
        stop = start + SLICE if newline < 0 else newline + 1
        pieces.append(text[start:stop])
        start = stop
    return [*pieces, text[start:]]


O200K = counters.add(BpeCounter("o200k_base", "o200k", "OpenAI's tokenizer since GPT-4o, by tiktoken"))
CL100K = counters.add(BpeCounter("cl100k_base", "cl100k", "OpenAI's tokenizer of GPT-4 and GPT-3.5, by tiktoken"))
