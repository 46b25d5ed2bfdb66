"""OpenAI Codex CLI: what it keeps itself (``codex``), and what it accepts from OpenAI's server (``codex-remote``).

Source: openai/codex compact.rs at 0100b103, truncate.rs at b24d7f3c; trigger and remote compaction as in later copies
(2026). Read in order: ``parameters`` · ``trigger`` (when) · ``keeping`` (which user messages, and how one is
shortened) · ``local`` and ``remote`` (the two ways, told in steps) · ``strategy`` (the whole).
"""

from compaction_core.strategies.codex.strategy import Codex, CodexRemote

__all__ = ["Codex", "CodexRemote"]
