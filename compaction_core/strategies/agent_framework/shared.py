"""What all of Agent Framework's strategies share: release, counter, and how they are set up."""

from collections.abc import Mapping
from typing import Any, ClassVar

from compaction_core.strategies.agent_framework import trigger
from compaction_core.strategies.context import Context
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_call

PLACE = "the compaction_strategy of an Agent or of its chat client"
TOKENIZER = "CharacterEstimatorTokenizer"


class AgentFramework(Released):
    """A strategy of agent-framework-core; it runs before every call of the model."""

    family = "Agent Framework"
    version = "1.23.0"
    date = "2026"
    source = "agent-framework-core 1.23.0, _compaction.py"
    counter = "agent-framework"
    word: ClassVar[str] = ""

    def mode(self, parameters: Any) -> str:
        """Its own name."""
        return self.word

    def watched(self, context: Context) -> tuple[int, ...]:
        """Tokens of the list, which holds neither instructions nor tools."""
        return trigger.tokens(context)


def constructor(name: str, arguments: Mapping[str, Any]) -> Snippet:
    """A constructor with what it needs imported."""
    code = as_call(PLACE, name, arguments).text
    known = ("SlidingWindowStrategy", "ToolResultCompactionStrategy", TOKENIZER)
    names = sorted({name, *(other for other in known if other in code)})
    return as_call(PLACE, name, arguments, imports=f"from agent_framework import {', '.join(names)}")
