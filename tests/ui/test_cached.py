"""What a visitor's transcript leaves in caches, and that forgetting reaches all of it."""

import pkgutil
from importlib import import_module

from ui import cached
from ui.cached import keeping, shared


def test_every_private_cache_is_forgotten() -> None:
    """Every cached function of the package but the bundled samples and exhibits, which are everybody's."""
    modules = [import_module(module.name) for module in pkgutil.iter_modules(cached.__path__, "ui.cached.")]
    values = [value for module in modules for value in vars(module).values()]
    found = {value.__name__ for value in values if isinstance(value, type(shared.sample))}
    assert found == {function.__name__ for function in keeping.PRIVATE} | {"sample", "visited"}


def test_private_caches_belong_to_one_browser_session() -> None:
    assert keeping.KEPT["scope"] == "session" and keeping.KEPT["ttl"]
