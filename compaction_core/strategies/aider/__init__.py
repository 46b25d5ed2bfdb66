"""aider's chat history: the newest stay within half of a small limit, a short text stands for the rest.

Source: aider-chat 0.86.2. Read in order: ``summarizing`` (the rule over plain lists) · ``narrate``
and ``steps`` (told) · ``strategy``.
"""

from compaction_core.strategies.aider.strategy import Aider

__all__ = ["Aider"]
