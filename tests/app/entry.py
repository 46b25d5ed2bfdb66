"""Runs app.py from a folder without a ``pages`` sibling.

Beside a folder named pages, AppTest switches to the old automatic pages and loses the shared sidebar.
"""

import runpy
from pathlib import Path

runpy.run_path(str(Path(__file__).parents[2] / "app.py"), run_name="__main__")
