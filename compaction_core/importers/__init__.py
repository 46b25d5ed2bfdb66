"""Transcript formats, one file each, recognised by content and never by name."""

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.listing import Listing, Member, SeveralTranscripts, described, transcripts
from compaction_core.importers.loading import load, load_all

__all__ = [
    "Importer",
    "Listing",
    "Member",
    "SeveralTranscripts",
    "described",
    "importers",
    "load",
    "load_all",
    "transcripts",
]
