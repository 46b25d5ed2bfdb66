"""The summary lab: the same evicted messages, asked of several summarizers and prompts, side by side.

    model = ModelSettings(model="openai/gpt-4.1")
    columns = (Column(summarizer="offline"), Column(summarizer="litellm", settings=model))
    results = [run(column, request_of(column, request), ask) for column in columns]

A column that fails is a result too; it never disturbs another.
"""

from compaction_core.lab.columns import MOST_COLUMNS, Column, request_of
from compaction_core.lab.running import Result, run

__all__ = ["MOST_COLUMNS", "Column", "Result", "request_of", "run"]
