"""Files that are no text, named by their first bytes."""

_MARKS = (
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"%PDF-", "a PDF document"),
    (b"\x7fELF", "a program (ELF)"),
    (b"MZ\x90", "a program (Windows)"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"\xfd7zXZ\x00", "packed with xz"),
    (b"PAR1", "a Parquet table"),
    (b"bplist00", "a binary property list"),
)
_LOOKED_AT = 4000


def binary_kind(data: bytes) -> str | None:
    """What a file is that is no text, as a noun phrase; None for text. Its beginning decides.

    >>> binary_kind(b"GIF89a..."), binary_kind(b"a\\0b"), binary_kind(b"text")
    ('a picture (GIF)', 'a binary file', None)
    """
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "a picture (WebP)"
    named = next((kind for mark, kind in _MARKS if data.startswith(mark)), None)
    return named or ("a binary file" if b"\0" in data[:_LOOKED_AT] else None)
