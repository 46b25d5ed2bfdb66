"""What widely read articles say that systems do, beside what they do: for each, the difference is a lesson.

The claims one by one, with verdict and evidence, are in ``compaction_core/claims.toml``.
"""

from compaction_core.strategies.described import letta_code, letta_server, opencode

__all__ = ["letta_code", "letta_server", "opencode"]
