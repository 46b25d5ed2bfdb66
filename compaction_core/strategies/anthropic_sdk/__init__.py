"""Anthropic's Python SDK: the tool runner puts one summary in place of everything.

Source: anthropic 0.125.0. Read in order: ``runner`` (what is sent) · ``steps`` · ``strategy``.
"""

from compaction_core.strategies.anthropic_sdk.strategy import AnthropicSdk

__all__ = ["AnthropicSdk"]
