"""A compaction as Markdown for a pull request. Untrusted text stands in code only, where nothing of it acts."""

from compaction_core.report.markdown.page import to_markdown

__all__ = ["to_markdown"]
