"""How a folder of files becomes a family: every module registers what it holds, nothing else lists them."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from compaction_core.errors import UnknownName


class Named(Protocol):
    """What a registry can hold."""

    @property
    def name(self) -> str:
        """The name people type; unique within its family."""
        ...


T = TypeVar("T", bound=Named)


class Registry(Generic[T]):
    """The members of one family, found in the modules of one package on first use."""

    def __init__(self, kind: str, package: str) -> None:
        self.kind = kind
        self._package = package
        self._members: dict[str, T] = {}
        self._complete = False

    def add(self, member: T) -> T:
        """Register a member and hand it back, so a module can write ``X = registry.add(X(...))``."""
        if member.name in self._members:
            raise ValueError(f"two {self.kind}s are named {member.name!r}")
        self._members[member.name] = member
        return member

    def _discover(self) -> dict[str, T]:
        if not self._complete:
            for module in pkgutil.iter_modules(importlib.import_module(self._package).__path__):
                importlib.import_module(f"{self._package}.{module.name}")
            self._complete = True
        return self._members

    def get(self, name: str) -> T:
        """Return the member of that name; raise UnknownName with the known ones."""
        members = self._discover()
        if name not in members:
            raise UnknownName(self.kind, name, members)
        return members[name]

    def names(self) -> tuple[str, ...]:
        """All names, sorted."""
        return tuple(sorted(self._discover()))

    def __iter__(self) -> Iterator[T]:
        return iter(self._discover()[name] for name in self.names())
