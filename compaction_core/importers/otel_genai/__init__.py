"""OpenTelemetry traces of model calls: OTLP JSON (one request or one a line), console and database exports."""

from compaction_core.importers.otel_genai import importer

__all__ = ["importer"]
