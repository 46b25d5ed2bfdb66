"""Prompts as files of a real folder."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.errors import BadInput
from compaction_core.summarizers.prompts import Prompt, prompt, versions
from compaction_core.summarizers.prompts.versions import LARGEST, LONGEST, MOST, Shelf, delete, file_name, save, shelf

MINE = prompt("pi_update").model_copy(update={"text": "Be brief. {focus}\n+++\nÜber alles, 語."})


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_version_is_read_back_as_it_was_saved(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there yet"
    kept = save(folder, MINE, "brief")
    assert shelf(folder) == Shelf(versions=(kept,)) and names(folder) == ["brief.md"]
    assert kept == MINE.model_copy(update={"name": "brief", "title": "brief"})


def test_nothing_is_overwritten_unless_it_is_to_be_replaced(tmp_path: Path) -> None:
    save(tmp_path, MINE, "brief")
    other = MINE.model_copy(update={"text": "Longer."})
    assert save(tmp_path, other, "Brief").name == "Brief 2", "some file systems take brief and Brief for one"
    assert save(tmp_path, MINE, "brief").name == "brief", "the same again is no new version"
    assert names(tmp_path) == ["Brief 2.md", "brief.md"]
    third = MINE.model_copy(update={"text": "Third."})
    assert save(tmp_path, third, "BRIEF", replace=True).name == "brief"
    assert [one.text for one in shelf(tmp_path).versions] == ["Longer.", "Third."]


def test_a_name_becomes_a_file_of_the_folder_and_of_no_other(tmp_path: Path) -> None:
    folder = tmp_path / "prompts"
    for name in ("../../up", "/etc/passwd", "a\\b", "..", ".hidden", "x" * 500, "語" * 90, "con", "tab\tnew\nline"):
        kept = save(folder, MINE, name)
        assert (folder / f"{kept.name}.md").is_file()
    assert names(tmp_path) == ["prompts"] and len(names(folder)) == 9
    assert {one.name for one in shelf(folder).versions} >= {"up", "etc passwd", "a b", "prompt", "hidden", "con prompt"}


@given(st.text())
def test_any_name_is_cleaned_once_and_for_all(name: str) -> None:
    found = file_name(name)
    assert found and file_name(found) == found and len(found.encode()) <= 210
    assert not set(found) & set('/\\:*?"<>|') and found.strip(". ") == found


def test_a_broken_file_is_listed_with_the_reason_and_breaks_nothing(tmp_path: Path) -> None:
    kept = save(tmp_path, MINE, "good")
    (tmp_path / "a bare text.md").write_text("no front matter")
    (tmp_path / "b binary.md").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "c empty.md").write_text(MINE.model_copy(update={"text": ""}).as_file())
    (tmp_path / "d large.md").write_bytes(b"x" * (LARGEST + 1))
    (tmp_path / "e long.md").write_text(MINE.model_copy(update={"text": "x" * (LONGEST + 1)}).as_file())
    (tmp_path / "f folder.md").mkdir()
    os.mkfifo(tmp_path / "g pipe.md")
    (tmp_path / "h gone.md").symlink_to(tmp_path / "nowhere")
    (tmp_path / "notes.txt").write_text("not ours")
    (tmp_path / ".x.part").write_text("left by a crash")
    found = shelf(tmp_path)
    assert found.versions == (kept,) and not found.problem
    assert {name: why.split(";")[0] for name, why in found.unreadable} == {
        "a bare text.md": "A prompt file starts with a line +++, then TOML, then another line +++, then the text",
        "b binary.md": "The prompt file is no UTF-8 text",
        "c empty.md": f"The prompt's text is empty or longer than {LONGEST:,} characters",
        "d large.md": f"The prompt file is larger than {LARGEST:,} bytes",
        "e long.md": f"The prompt's text is empty or longer than {LONGEST:,} characters",
    }
    assert save(tmp_path, MINE, "b binary").name == "b binary 2", "what cannot be read is not overwritten either"


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert shelf(tmp_path / "missing") == Shelf()
    assert "Choose another one" in shelf(tmp_path / "file").problem
    assert "Choose another one" in shelf(Path("nul\0byte")).problem
    with pytest.raises(BadInput, match="Choose another folder"):
        save(tmp_path / "file", MINE, "x")
    with pytest.raises(BadInput, match="by hand"):
        delete(tmp_path / "file", "x")
    delete(tmp_path / "missing", "x")


def test_a_full_folder_takes_no_more_and_says_what_it_does_not_read(tmp_path: Path) -> None:
    for number in range(MOST):
        save(tmp_path, MINE.model_copy(update={"text": f"{number}"}), "same")
    with pytest.raises(BadInput, match="delete some"):
        save(tmp_path, MINE, "one more")
    assert save(tmp_path, MINE, "same", replace=True).name == "same"
    (tmp_path / "z.md").write_text(MINE.as_file())
    found = shelf(tmp_path)
    assert (len(found.versions), found.left_out) == (MOST, 1) and len(names(tmp_path)) == MOST + 1


@pytest.mark.parametrize("text", ["", " \n ", "x" * (LONGEST + 1)])
def test_a_text_that_could_not_be_read_back_is_not_saved(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput, match="empty or longer"):
        save(tmp_path, MINE.model_copy(update={"text": text}), "x")
    assert names(tmp_path) == []


def test_deleting_takes_only_that_version(tmp_path: Path) -> None:
    save(tmp_path, MINE, "one")
    save(tmp_path, MINE, "two")
    (tmp_path / "one.txt").write_text("")
    for name in ("one", "one", "../two", "*", "missing"):
        delete(tmp_path, name)
    assert names(tmp_path) == ["one.txt", "two.md"]


def test_a_write_that_fails_leaves_the_old_version_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = save(tmp_path, MINE, "mine")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    other = MINE.model_copy(update={"text": "Other."})
    for replace in (True, False):
        with pytest.raises(BadInput, match="No space left on device"):
            save(tmp_path, other, "mine", replace)
    assert names(tmp_path) == ["mine.md"] and shelf(tmp_path).versions == (kept,)


def test_two_who_save_at_once_lose_nothing(tmp_path: Path) -> None:
    def one(number: int) -> str:
        for _ in range(20):
            try:
                return save(tmp_path, MINE.model_copy(update={"text": f"text {number}"}), "shared").name
            except BadInput:  # the other one took the name in between
                continue
        raise AssertionError("never saved")

    with ThreadPoolExecutor(8) as pool:
        saved = list(pool.map(one, range(24)))
    held: tuple[Prompt, ...] = shelf(tmp_path).versions
    assert len(set(saved)) == 24 and {one.text for one in held} == {f"text {n}" for n in range(24)}
    assert versions.free_name("shared", saved) == "shared 25"
