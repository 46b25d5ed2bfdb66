"""How much of what a session should hold: characters by kind, wanted so far and written so far."""

from typing import Literal

from compaction_core.synth.recipe import Recipe

Kind = Literal["user", "text", "reasoning", "calls", "results"]

CHARS_PER_TOKEN = 4
TOKENS_PER_MESSAGE = 150
QUIET = 0.25
"""How fast a session grows in its quiet part, the rest being 1. Only tool results make the difference."""
PARTS: dict[Kind, float] = {"calls": 0.41, "text": 0.27, "reasoning": 0.22, "user": 0.10}
"""How the characters that are no tool results are divided."""


class Budget:
    """What has been written, and what a kind may still take at this point of the session."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.messages = 0
        self.written: dict[Kind, int] = dict.fromkeys((*PARTS, "results"), 0)
        self.total = CHARS_PER_TOKEN * (recipe.target_tokens or TOKENS_PER_MESSAGE * recipe.messages)

    def begin(self, prompt: int) -> None:
        """A system prompt of so many characters was written; it is part of a wanted size."""
        self.messages += 1
        if self.recipe.target_tokens:
            self.total = max(self.total - prompt, self.total // 4)

    def put(self, kind: Kind, chars: int) -> None:
        """So many characters were written."""
        self.written[kind] += chars

    def room(self, kind: Kind) -> int:
        """Characters by which a kind is behind its share now; 0 when it is not."""
        share = (1 - self.recipe.tool_result_share) * PARTS[kind]
        now = (self.messages + 1) / self.recipe.messages
        return max(0, int(share * self.total * now) - self.written[kind])

    def room_of_result(self, waiting: int) -> float:
        """Characters by which the whole session is behind, for each of the results still to come."""
        return (self._wanted(waiting) - sum(self.written.values())) / waiting

    def _wanted(self, more: int) -> float:
        """Characters wanted of all kinds once so many more messages are there: few in the quiet part, then even."""
        share = min(1.0, (self.messages + more) / self.recipe.messages)
        quiet = self.recipe.quiet_share
        whole = QUIET * quiet + (1 - quiet)
        return self.total * (QUIET * min(share, quiet) + max(0.0, share - quiet)) / whole
