"""Start the app: find its script, and hand over to Streamlit in this interpreter."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import compaction_core
from compaction_core.cli.source import location
from compaction_core.errors import CompactionError

WHEEL_FOLDER = "compaction_explorer_app"
HERE_ONLY = (
    # flags win over a configuration that the reader's own folder may hold
    "--server.address=127.0.0.1",
    "--server.showEmailPrompt=false",
    "--browser.gatherUsageStats=false",
)


def start(file: str | None, port: int | None) -> int:
    """Replace this process by Streamlit, so that a signal to it reaches the app; on Windows, wait for it.

    Streamlit reads the theme beside the script it runs, so it applies from any folder.
    """
    words = command(script(), file, port)
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(words[0], words)  # noqa: S606
    return subprocess.call(words)  # noqa: S603


def command(app: Path, file: str | None, port: int | None) -> list[str]:
    """The words of the command; FILE becomes the script's first argument, as an absolute path."""
    words = [sys.executable, "-m", "streamlit", "run", str(app), *HERE_ONLY]
    if port is not None:
        words.append(f"--server.port={port}")
    if file is not None:
        words += ["--", str(location(file))]
    return words


def script() -> Path:
    """The app's script: of a checkout, else the one the wheel carries. Raises CompactionError if there is none."""
    root = Path(compaction_core.__file__).parent.parent
    places = [root / WHEEL_FOLDER]
    if (root / "pyproject.toml").is_file():
        places.insert(0, root)
    spec = importlib.util.find_spec(WHEEL_FOLDER)
    places += map(Path, spec.submodule_search_locations or ()) if spec else ()
    for place in places:
        if (place / "app.py").is_file():
            return place / "app.py"
    raise CompactionError("The app is not installed beside the library; install the compaction-explorer wheel.")
