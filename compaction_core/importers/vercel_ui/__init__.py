"""Messages of the Vercel AI SDK: for screens (``UIMessage``, versions 4 to 6) and for models (``ModelMessage``)."""

from compaction_core.importers.vercel_ui import importer

__all__ = ["importer"]
