"""The list of the transcripts in a zip file or folder."""

import pandas as pd

from compaction_core.importers import Listing, Member
from ui.members import said, table

READ = Member(
    path="a\u202e/b.jsonl", format="codex", label="Codex CLI JSONL", size=7, conversations=2, messages=5, title="T",
    started=86_400.0,
)  # fmt: skip
LARGE = Member(path="c.json", format="openai_chat", label="OpenAI chat", size=9)


def test_each_row_says_file_format_numbers_and_date() -> None:
    rows = table(Listing(kind="folder", members=(READ, LARGE)))
    assert list(rows["file"]) == ["a<U+202E>/b.jsonl", "c.json"]
    assert list(rows["format"]) == ["Codex CLI JSONL", "OpenAI chat"]
    assert list(rows["title"]) == ["T", ""]
    assert (rows["conversations"][0], rows["messages"][0]) == (2, 5)
    assert pd.isna(rows["conversations"][1]) and pd.isna(rows["messages"][1])
    assert list(rows["size"]) == [7, 9]
    assert rows["started"][0] == pd.Timestamp("1970-01-02", tz="UTC") and pd.isna(rows["started"][1])


def test_the_sentence_counts_and_says_what_was_not_read() -> None:
    assert said(Listing(kind="folder", members=(READ,)), 1) == "This folder holds 1 transcript."
    both = Listing(kind="zip file", members=(READ, LARGE))
    assert said(both, 1) == "This zip file holds 2 transcripts, 1 of them shown. 1 large file of them is not read yet."
