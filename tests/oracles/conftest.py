"""What needs a package that is not installed is not collected."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("inspect_ai") else ["inspect_logs.py"]
