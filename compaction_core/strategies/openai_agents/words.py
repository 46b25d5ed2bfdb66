"""Words and effects of the steps that the three strategies share."""

OPAQUE = "[In place of the server's compaction item, which is encrypted:]"
