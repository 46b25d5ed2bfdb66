"""What a visitor's transcript leaves in caches, and that forgetting reaches all of it."""

from ui import cached


def test_every_private_cache_is_forgotten() -> None:
    """Every cached function of the module but the bundled samples and exhibits, which are everybody's."""
    functions = {name: value for name, value in vars(cached).items() if callable(value) and not isinstance(value, type)}
    clearable = {name for name, value in functions.items() if hasattr(value, "clear")}
    assert clearable == {function.__name__ for function in cached.PRIVATE} | {"sample", "visited"}


def test_private_caches_belong_to_one_browser_session() -> None:
    assert cached.KEPT["scope"] == "session" and cached.KEPT["ttl"]
