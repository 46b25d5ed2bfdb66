"""OpenAI's Agents SDK and Responses API: a session that compacts, a trimmer of tool outputs, the server's own way.

Source: openai-agents 0.24.0; for the server its documentation. Read in order: ``items`` (the list) · ``rules`` ·
``trimming`` (one output) · ``session_steps``, ``trimmer_steps``, ``server_steps`` · ``strategy``.
"""

from compaction_core.strategies.openai_agents.strategy import OpenAIAgents, OpenAIAgentsTrimmer, OpenAIResponses

__all__ = ["OpenAIAgents", "OpenAIAgentsTrimmer", "OpenAIResponses"]
