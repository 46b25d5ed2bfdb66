"""What a visitor's transcript leaves in caches, and that forgetting reaches all of it."""

from ui import cached


def test_every_private_cache_is_forgotten() -> None:
    """Every cached function of the module but the bundled samples, which are everybody's."""
    clearable = {
        name for name, value in vars(cached).items() if hasattr(value, "clear") and not isinstance(value, type)
    }
    assert clearable == {function.__name__ for function in cached.PRIVATE} | {"sample"}


def test_private_caches_belong_to_one_browser_session() -> None:
    assert cached.KEPT["scope"] == "session" and cached.KEPT["ttl"]
