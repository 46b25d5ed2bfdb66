"""entry.py is a script for AppTest, no module to collect."""

collect_ignore = ["entry.py"]
