"""A strategy put together from thirteen design axes, each with its own choices and settings; read from YAML.

The axes are those of ``axes``; ``recipe`` holds one setting of each. Read in order: ``triggering`` and ``metrics``
(when) · ``prepass`` and ``running`` (before the cut) · ``ranging``, ``selecting``, ``growing``, ``classes``,
``legality`` and ``anchoring`` (who goes) · ``outcome`` and ``ending`` (what comes of it) · ``engine`` (the whole) ·
``carrying`` (what is read and asked). ``recipes`` expresses released systems on the axes; a test holds that they
decide the same.
"""

from compaction_core.strategies.composed.strategy import Composed

__all__ = ["Composed"]
