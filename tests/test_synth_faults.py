"""The faults of the generator's functions are real: run for real, each gives its error, and its fix mends it."""

import ast
import json
import logging
import tempfile
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from compaction_core.synth.functions import Function
from compaction_core.synth.noting import probe
from compaction_core.synth.project import Project
from compaction_core.synth.vocabulary import fill, scenario, shapes


@pytest.mark.parametrize("name", [n for n, shape in shapes().items() if not shape.flaky])
@pytest.mark.parametrize("fixed", [False, True])
def test_every_fault_really_gives_its_error_and_its_fix_mends_it(name: str, fixed: bool) -> None:
    project = Project(scenario("auth_refactor"), Random(4))
    function = project.new_function(shapes()[name], project.entities[0])
    function.fixed = fixed
    scope = scope_of(project, function)
    if fixed:
        run_test(scope, function.test("why"))
        return
    with pytest.raises((Exception, pytest.fail.Exception)) as caught:
        run_test(scope, function.test())
    assert function.words["error"].split(":")[0].split(".")[-1] in ("Failed", type(caught.value).__name__)


@pytest.mark.parametrize("name", shapes())
@pytest.mark.parametrize("fixed", [False, True])
def test_guards_pass_with_the_fault_and_without_it(
    name: str, fixed: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    project = Project(scenario("auth_refactor"), Random(4))
    function = project.new_function(shapes()[name], project.entities[0])
    function.fixed = fixed
    assert function.shape.guards
    for guard in function.guards():
        scope = scope_of(project, function)
        scope["fixtures"]["monkeypatch"] = monkeypatch
        run_test(scope, guard)


@pytest.mark.parametrize("name", [n for n, shape in shapes().items() if shape.probe])
@pytest.mark.parametrize("fixed", [False, True])
def test_a_probe_prints_what_the_transcript_shows(name: str, fixed: bool, capsys: pytest.CaptureFixture[str]) -> None:
    project = Project(scenario("auth_refactor"), Random(4))
    function = project.new_function(shapes()[name], project.entities[0])
    function.fixed = fixed
    call = probe(function)
    code = str(call.arguments["command"]).removeprefix("python - <<'EOF'\n").removesuffix("\nEOF")
    scope = scope_of(project, function)
    exec("\n".join(line for line in code.split("\n") if " import " not in line), scope)
    assert capsys.readouterr().out.rstrip("\n") == call.run(1_000)


@pytest.mark.parametrize("name", shapes())
def test_a_mended_function_has_its_remark_and_its_caller_is_python(name: str) -> None:
    project = Project(scenario("auth_refactor"), Random(4))
    function = project.new_function(shapes()[name], project.entities[0])
    bad, good = function.mended()
    code = function.code().replace(bad, good)
    function.fixed = True
    remark = fill(function.shape.remark, function.words)
    assert [line for line in code.split("\n") if not remark or remark not in line] == function.code().split("\n")
    ast.parse(code)
    assert f".{function.name}(" in function.handler()
    ast.parse(function.handler())


def run_test(scope: dict[str, Any], code: str) -> None:
    """Run one test function with the stand-ins for its fixtures."""
    exec(code, scope)
    test = scope[code[4 : code.index("(")]]
    test(*(scope["fixtures"][name] for name in test.__code__.co_varnames[: test.__code__.co_argcount]))


def scope_of(project: Project, function: Function) -> dict[str, Any]:
    return run_module(project.files[function.words["path"]][12:], function.code())


class Unavailable(Exception):
    """The store of the invented repository is down."""


class Conflict(Exception):
    """The row is there already."""


class PoolTimeout(Exception):
    """No connection is free."""


class Pool:
    """Ten connections; one that is not given back is lost."""

    size = 10

    def __init__(self) -> None:
        self.free = self.size

    def acquire(self) -> "Pool":
        if not self.free:
            raise PoolTimeout
        self.free -= 1
        return self

    def fetch(self, sql: str, tenant: str) -> list[tuple[str, ...]]:
        return []

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self.free += 1


def run_module(module: list[str], code: str) -> dict[str, Any]:
    """The module's dataclass and the function, with small stand-ins for what the repository does not show."""
    source = "\n".join(module)
    cached: dict[str, Any] = {}
    pool, rows = Pool(), []
    scope: dict[str, Any] = {"pytest": pytest, "json": json, "time": SimpleNamespace(sleep=lambda _: None)}
    scope |= {
        "_lock": threading.Lock(),
        "pool": pool,
        "log": logging.getLogger("quiet"),
        "logging": logging,
        "threading": threading,
    }
    scope |= {"cache": SimpleNamespace(get=cached.get, set=lambda key, value, ttl: cached.update({key: value}))}
    exec("from collections.abc import Iterable, Iterator, Sequence\nfrom dataclasses import *", scope)
    exec("from datetime import datetime, timedelta, timezone\nfrom pathlib import Path\nimport tempfile", scope)
    exec(source[source.index("@dataclass") : source.index("\n\n\n", source.index("def as_dict"))], scope)
    session = scope["Session"]
    number = iter(range(1, 1_000))
    make = lambda **kw: session(**({"id": str(next(number)), "region": "x"} | kw))  # noqa: E731
    store = SimpleNamespace(
        Unavailable=Unavailable, Conflict=Conflict, put=lambda _: (_ for _ in ()).throw(Unavailable())
    )
    store.all_sessions = lambda order: rows or [SimpleNamespace(id=n) for n in range(30, 0, -1)]
    store.read_session = lambda tenant, ident: make(tenant=tenant)

    def silent(_: str) -> None:
        raise TimeoutError

    scope |= {"store": store, "client": SimpleNamespace(get_session=silent)}
    scope |= {"MIDNIGHT": datetime(2026, 3, 1, tzinfo=UTC), "HOUR": timedelta(hours=1)}
    names = ("thirty_sessions", "broken_store", "two_tenants", "silent_client")
    scope["fixtures"] = {"make_session": make, "small_pool": pool, "store_of": lambda *items: rows.extend(items)}
    scope["fixtures"] |= dict.fromkeys(names)
    exec(code, scope)
    return scope


def test_the_words_of_every_shape_are_complete() -> None:
    project = Project(scenario("ops_incident"), Random(1))
    for shape in shapes().values():
        words = project.new_function(shape, project.entities[3]).words | {"ticket": "INC-1"}
        said = (*shape.symptoms, *shape.whys, *shape.thinks, *shape.hypotheses, *shape.options, *shape.risks)
        for text in (*said, *shape.traces, *shape.morals, *shape.steps, shape.where or "", shape.crash or ""):
            assert "$" not in fill(text, words)
