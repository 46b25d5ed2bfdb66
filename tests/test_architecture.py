"""The rules of the house, held by tests."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_core_imports_without_streamlit_and_without_litellm() -> None:
    script = (
        "import sys, pkgutil, importlib, compaction_core\n"
        "for m in pkgutil.walk_packages(compaction_core.__path__, 'compaction_core.'):\n"
        "    if not m.name.endswith('__main__'): importlib.import_module(m.name)\n"
        "print([name for name in ('streamlit', 'litellm', 'pandas') if name in sys.modules])\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert ran.stdout.strip() == "[]"


def test_the_import_contracts_hold() -> None:
    ran = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], capture_output=True, text=True, cwd=ROOT
    )
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("pattern", ["unsafe_allow_html", "st.html(", "pickle", "eval("])
def test_transcripts_are_never_rendered_or_executed(pattern: str) -> None:
    found = [
        path
        for folder in ("ui", "pages", "compaction_core")
        for path in (ROOT / folder).rglob("*.py")
        if pattern in path.read_text(encoding="utf-8")
    ]
    assert found == []


def test_the_player_and_lists_write_text_and_not_html() -> None:
    found = [
        p for p in (ROOT / "ui").rglob("*.js") if "innerHTML" in p.read_text() or "insertAdjacentHTML" in p.read_text()
    ]
    assert found == []
