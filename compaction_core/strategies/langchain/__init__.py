"""LangChain's three ways to shrink a list: ``langchain``, ``langchain-clear-tool-uses``, ``langchain-trim-messages``.

Source: langchain 1.5.2 and langchain-core 1.8.3. Read in order: ``parameters`` · ``trigger`` (when) · ``counting``
(what a whole list counts) · ``cut`` and ``reach`` (what goes, and what of it the summarizer reads), told by
``summarization`` · ``clearing`` and ``clearing_steps`` · ``trimming`` and ``trimming_steps`` · ``transcript`` ·
``strategy`` (the whole).
"""

from compaction_core.strategies.langchain.strategy import (
    LangChainClearToolUses,
    LangChainSummarization,
    LangChainTrimMessages,
)

__all__ = ["LangChainClearToolUses", "LangChainSummarization", "LangChainTrimMessages"]
