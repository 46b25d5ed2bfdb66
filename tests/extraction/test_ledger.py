"""The ledger names a file once, in its weightiest form."""

from hypothesis import given
from hypothesis import strategies as st

from compaction_core.extraction.identifiers import Identifier
from compaction_core.extraction.ledger import _once
from compaction_core.extraction.paths import path
from tests.timing import timed

files = st.lists(st.sampled_from(["src", "app", "a.py", "b.py", ".", "x"]), min_size=1, max_size=4).map("/".join)


def same_file(one: str, other: str) -> bool:
    """Two ways of writing one file: equal, or the one the end of the other, without a leading ``./``."""
    short, long = sorted((one.removeprefix("./"), other.removeprefix("./")), key=len)
    return short == long or long.endswith(f"/{short}")


@given(st.lists(files, max_size=12, unique=True))
def test_a_file_stands_once_in_the_form_that_comes_first(names: list[str]) -> None:
    kept = [one.text for one in _once([Identifier("path", name) for name in names])]
    expected = [
        name for at, name in enumerate(names)
        if not path(name) or not any(path(before) and same_file(before, name) for before in names[:at])
    ]  # fmt: skip
    assert kept == expected


def test_thirty_thousand_files_of_one_name_take_no_time() -> None:
    found = [Identifier("path", f"src/part{n}/index.py") for n in range(30_000)]
    kept, took = timed(lambda: _once(found))
    assert kept == found and took < 3  # 0.1 s; comparing each with all before it took minutes
