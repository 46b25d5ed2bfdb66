"""A second labelling, written another way: words are taken apart and judged one by one, with no pattern of ours.

It is naive on purpose and wrong at times; where the two disagree, somebody has to look.
"""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

BREAKS = str.maketrans(dict.fromkeys("\"'`<>()[]{},;|\\", " "))
PREFIXES = (
    "sk-", "sk_live_", "sk_test_", "rk_live_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxb-",
    "xoxp-", "xapp-", "AKIA", "ASIA", "AIza", "ya29.", "hf_", "gsk_", "xai-", "npm_", "pypi-", "dckr_pat_", "eyJ",
    "lsv2_", "pcsk_", "SG.", "hvs.", "shpat_", "figd_", "dop_v1_",
)  # fmt: skip
NAMES = ("password", "passwd", "secret", "token", "apikey", "api_key", "access_key", "private_key", "bearer")


def labelled(text: str) -> Iterator[tuple[str, str]]:
    """(kind, value) of what looks private."""
    before = ""
    for word in text.translate(BREAKS).split():
        yield from _judged(word.strip(".:!?*"), before)
        before = word


def _judged(word: str, before: str) -> Iterator[tuple[str, str]]:
    local, at, domain = word.partition("@")
    name = local.rpartition(":")[2].rpartition("=")[2]
    if at and name and domain.count("@") == 0 and "." in domain.strip(".") and domain.rpartition(".")[2].isalpha():
        yield "email", f"{name}@{domain}"
    folders = word.replace("\\\\", "/").replace("\\", "/").split("/")
    for one, two in pairwise(folders):
        if one in ("home", "Users") and two and folders[0] in ("", "file:", "C:", "c:", "~"):
            yield "home_path", two
    if any(word.startswith(prefix) and len(word) >= len(prefix) + 16 for prefix in PREFIXES):
        yield "secret", word
        return
    name, mark, value = word.rpartition("=") if "=" in word.rstrip("=") else (before, "", word)
    named = any(each in name.lower().replace("-", "_") for each in NAMES) and (mark or before.endswith((":", "=")))
    if named and len(value) >= 12 and _bits(value) >= 3.5 and any(c.isdigit() for c in value):
        yield "secret", value


def _bits(value: str) -> float:
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())
