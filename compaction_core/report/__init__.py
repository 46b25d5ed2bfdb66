"""What leaves the app: the story in a sentence, a Markdown page for a pull request, the records as JSON."""

from compaction_core.report.markdown import to_markdown
from compaction_core.report.records import session_json, to_json
from compaction_core.report.story import story

__all__ = ["session_json", "story", "to_json", "to_markdown"]
