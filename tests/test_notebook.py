from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from ipykernel.kernelspec import write_kernel_spec
from nbclient import NotebookClient

import compaction_core

ROOT = Path(compaction_core.__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A kernel of this interpreter, in a folder of its own: none that happens to be installed is used."""
    name, folder = "this_interpreter", tmp_path_factory.mktemp("jupyter")
    write_kernel_spec(folder / "data" / "kernels" / name)  # its command is sys.executable
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", str(folder / "data"))
        patch.setenv("JUPYTER_RUNTIME_DIR", str(folder / "runtime"))
        patch.setenv("JUPYTER_CONFIG_DIR", str(folder / "config"))
        patch.setenv("IPYTHONDIR", str(folder / "ipython"))
        patch.setenv("JUPYTER_PLATFORM_DIRS", "1")
        patch.setenv("PYTHONPATH", str(ROOT))
        yield name


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=lambda path: path.stem)
def executed(request: pytest.FixtureRequest, kernel: str) -> tuple[str, list[nbformat.NotebookNode]]:
    """A notebook's name and what running it from the first cell to the last puts out."""
    notebook = nbformat.read(request.param, as_version=4)
    where = {"metadata": {"path": str(ROOT)}}
    NotebookClient(notebook, timeout=120, kernel_name=kernel, resources=where).execute()
    return request.param.stem, [output for cell in notebook.cells for output in cell.get("outputs", ())]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_outputs(path: Path) -> None:
    for cell in nbformat.read(path, as_version=4).cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_a_notebook_runs_without_a_word_on_stderr(
    executed: tuple[str, list[nbformat.NotebookNode]],
) -> None:
    assert [o for o in executed[1] if o.output_type == "error" or o.get("name") == "stderr"] == []


def test_the_first_look_shows_records_and_figures(
    executed: tuple[str, list[nbformat.NotebookNode]],
) -> None:
    name, outputs = executed
    if name != "first_look":
        return
    shown = [output.data for output in outputs if output.output_type == "execute_result"]
    assert shown[0]["text/plain"].startswith("openai_chat session “Which port does the app listen on?”: 2 messages")
    assert "openai_chat session “A bill that does not add up”: 12 messages" in shown[1]["text/plain"]
    assert "(o200k, measured)" in shown[2]["text/plain"]
    assert shown[3]["text/plain"].startswith("letta-code 0.30.29, as released")
    assert all("<table>" in data["text/html"] for data in shown[:4])
    # the search of the plan, the strip, and before/after
    drawn = [output for output in outputs if "application/vnd.plotly.v1+json" in output.get("data", ())]
    assert len(drawn) == 3
    printed = "".join(output.text for output in outputs if output.output_type == "stream")
    assert "In a 128,000-token window, Letta Code would compact after #" in printed
