"""OpenHands' condenser (openhands-sdk 1.58.2): ``openhands``.

Read in order: ``events`` (what a message becomes) · ``view`` (what of the log the model sees, where it may be cut) ·
``choose`` (reasons and the range to forget) · ``condense`` (failures and the hard reset) · ``state`` (from a session) ·
``listing``, ``steps`` and ``choice_steps`` (told) · ``preview`` and ``reading`` (what the summarizer reads) ·
``strategy`` (the whole).
"""

from compaction_core.strategies.openhands.strategy import OpenHands

__all__ = ["OpenHands"]
