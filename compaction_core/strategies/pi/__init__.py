"""The pi coding agent, release 0.73.1, and what 0.58.3 did otherwise.

Source: npm @mariozechner/pi-coding-agent 0.73.1, compaction.js and utils.js; repository 0.58.3 of 2026-03-15. Read in
order: ``parameters`` · ``trigger`` (when) · ``cut`` (where, and what is summarized) · ``entries`` · ``steps`` (the
same, told) · ``transcript`` (what the summarizer reads) · ``files`` (the lists behind a summary) · ``strategy``.
"""

from compaction_core.strategies.pi.strategy import Pi

__all__ = ["Pi"]
