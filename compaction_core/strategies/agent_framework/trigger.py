"""What the strategies look at before each call of the model, along the whole list.

Source: agent-framework-core 1.23.0, ``_clients.py``: a client runs its strategy before each request, over messages
without instructions and tools. Each strategy then decides by its own number whether there is something to do.
"""

from itertools import accumulate

from compaction_core.strategies.agent_framework.groups import Group, grouped
from compaction_core.strategies.context import Context


def tokens(context: Context) -> tuple[int, ...]:
    """Tokens of the list so far; instructions and tools are not in it."""
    messages, counts = context.session.messages, context.measured.counts
    sizes = (0 if messages[i].is_prompt else counts[i] for i in range(context.start, context.end))
    return tuple(accumulate(sizes))


def groups(context: Context, tools_only: bool = False) -> tuple[int, ...]:
    """Groups so far, or only those of calls and results."""
    found = grouped([context.session.messages[row] for row in context.rows])
    opened = {context.rows[group.places[0]] for group in found if not tools_only or _tools(group)}
    return tuple(accumulate(int(i in opened) for i in range(context.start, context.end)))


def _tools(group: Group) -> bool:
    return group.kind == "tool_call"
