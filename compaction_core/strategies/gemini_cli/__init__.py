"""Gemini CLI, release 0.61.0 (2026-08-21): compression of the chat, and masking of old tool outputs.

Source: @google/gemini-cli-core 0.61.0, ``context/chatCompressionService.js``, ``context/toolOutputMaskingService.js``.
Read in order: ``parameters`` · ``contents`` (the list as the API has it) · ``shortening`` (old tool outputs) ·
``split`` (where to cut) · ``listing``, ``compression``, ``narrate`` and ``weighing`` (step by step) · ``outcome`` (what
comes of it once the answers are known) · ``masking`` and ``masking_steps`` · ``reading`` (what the summarizer reads) ·
``strategy``.
"""

from compaction_core.strategies.gemini_cli.strategy import GeminiCli, GeminiCliMasking

__all__ = ["GeminiCli", "GeminiCliMasking"]
