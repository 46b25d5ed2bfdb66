"""Seeded agent coding sessions that read like work: ``generate(Recipe(seed=7))``.

A session is played, not filled in. There is an invented repository whose files really hold the lines that the
tools show, functions with a fault each, tests that fail until the fault is mended, and a user who sets rules
and changes their mind. ``story.py`` decides what happens next, ``writing.py`` writes it down, ``budget.py``
says how much room there is for code, prose and tool outputs.

>>> session = generate(seed=7, messages=40)
>>> len(session.messages), session == generate(Recipe(seed=7, messages=40))
(40, True)
"""

from compaction_core.synth.export import claude_code_jsonl, openai_json
from compaction_core.synth.history import with_compactions
from compaction_core.synth.recipe import Recipe
from compaction_core.synth.vocabulary import scenario_names
from compaction_core.synth.writing import generate

__all__ = [
    "Recipe",
    "claude_code_jsonl",
    "generate",
    "openai_json",
    "scenario_names",
    "with_compactions",
]
