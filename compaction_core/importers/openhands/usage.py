"""Token usage of single calls, from the running totals that the OpenHands SDK (V1) writes after each."""

from typing import Any

from compaction_core.importers.shared.values import optional_text, whole
from compaction_core.session import Usage

_KEYS = ("prompt_tokens", "completion_tokens", "cache_read_tokens", "cache_write_tokens", "reasoning_tokens")


class Meter:
    """Takes the totals; ``take`` gives what the last call added to them, once."""

    def __init__(self) -> None:
        self.model: str | None = None
        self._before: list[int] | None = None
        self._usage: Usage | None = None

    def read(self, stats: Any) -> None:
        """Read the statistics of one state update; those of the condenser's own model are passed over."""
        found = stats.get("usage_to_metrics") if isinstance(stats, dict) else None
        named = [name for name in found if "condenser" not in name] if isinstance(found, dict) else []
        metrics = found[named[0]] if named and isinstance(found, dict) else None
        total = metrics.get("accumulated_token_usage") if isinstance(metrics, dict) else None
        if not isinstance(metrics, dict) or not isinstance(total, dict):
            return
        self.model = optional_text(metrics.get("model_name")) or self.model
        now = [whole(total.get(key)) for key in _KEYS]
        before, self._before = self._before, now
        if before is None:
            only = whole(total.get("per_turn_token")) == now[0] + now[1]  # the first call of the conversation
            before = [0] * len(now) if only else now
        added = [max(0, new - old) for new, old in zip(now, before, strict=True)]
        prompt, output, read, written, reasoning = added
        # prompt tokens include the cached ones, as LiteLLM counts them
        fresh = max(0, prompt - read - written)
        usage = Usage(input=fresh, cache_read=read, cache_write=written, output=output, reasoning=reasoning)
        self._usage = usage if usage.total else self._usage

    def take(self) -> Usage | None:
        """The usage of the call that the next message of the agent comes from."""
        found, self._usage = self._usage, None
        return found
