"""What Anthropic's API edits on the server: clear tool uses, clear thinking, compact. From its documentation.

The client keeps the whole history; the server applies the edits to what the model sees. Its token counts are its own,
so ours stand in for them.
"""

from compaction_core.strategies.anthropic_api import clear_thinking, clear_tool_uses, compacting

__all__ = ["clear_thinking", "clear_tool_uses", "compacting"]
