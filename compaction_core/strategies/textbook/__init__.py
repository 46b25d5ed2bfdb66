"""The ways that every introduction names, and two baselines; they copy no system.

Truncation, a window of turns, full compaction, replay of the user's messages, and the layered combination are the
five of a widely read article (2026-06-21); observation masking and keeping everything are what others are measured
against. Where the article leaves a number open, it is a setting here and its default is ours.
"""

from compaction_core.strategies.textbook import compaction, dropping, layered, masking

__all__ = ["compaction", "dropping", "layered", "masking"]
