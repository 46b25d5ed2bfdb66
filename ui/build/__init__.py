"""The page "Build your own": controls for every axis and the YAML beside them, one always following the other."""

from ui.build.controls import draw as controls
from ui.build.file import draw as file
from ui.build.held import now, opened
from ui.build.result import built, headline
from ui.build.result import draw as result

__all__ = ["built", "controls", "file", "headline", "now", "opened", "result"]
