"""Google ADK 2.13.0: event compaction by tokens and by invocations.

Source: google-adk 2.13.0, ``apps/compaction.py``, ``apps/llm_event_summarizer.py`` and
``flows/llm_flows/context/_compaction.py``. Read in order: ``events`` (the log, and what a request is assembled from) ·
``selecting`` (which events one compaction takes) · ``choosing`` (which of the two ways) · ``steps`` and ``telling``
(both, told in steps) · ``trigger`` (when) · ``strategy`` (the whole).
"""

from compaction_core.strategies.google_adk.strategy import GoogleAdk

__all__ = ["GoogleAdk"]
