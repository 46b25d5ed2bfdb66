"""Paths through a tree of rows."""

from compaction_core.importers.shared.trees import ROOT, parents_of, path_to


def test_the_path_leaves_side_branches_out() -> None:
    parents = parents_of([("a", None), ("b", "a"), ("c", "a"), ("d", "c")])
    assert parents == [ROOT, 0, 0, 2]
    assert path_to(3, parents) == [0, 2, 3]


def test_a_missing_parent_is_bridged_by_the_row_before() -> None:
    assert parents_of([("a", None), ("b", "gone"), ("c", "c")]) == [ROOT, 0, 1]
    assert parents_of([("a", "gone")]) == [ROOT]


def test_named_roots_have_no_parent() -> None:
    assert parents_of([("a", None), ("b", "head")], ["head"]) == [ROOT, ROOT]


def test_a_cycle_ends() -> None:
    assert path_to(1, parents_of([("a", "b"), ("b", "a")])) == [0, 1]


def test_a_long_chain_needs_no_recursion() -> None:
    links = [("0", None), *((str(n), str(n - 1)) for n in range(1, 60_000))]
    assert len(path_to(59_999, parents_of(links))) == 60_000
