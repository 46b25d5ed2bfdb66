"""Gemini CLI's two ways to make room, each as one strategy."""

import math
from collections.abc import Iterator

from compaction_core.session import Message, Session
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.gemini_cli import compression, contents, masking_steps, reading
from compaction_core.strategies.gemini_cli.listing import LISTING
from compaction_core.strategies.gemini_cli.parameters import GeminiCliMaskingParameters, GeminiCliParameters
from compaction_core.strategies.growth import after_answers, prompted
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading as read
from compaction_core.strategies.released import Released
from compaction_core.strategies.snippet import Snippet, as_json
from compaction_core.strategies.step import Step
from compaction_core.summarizers.base import Line, SummaryRequest, Wrapper
from compaction_core.summarizers.ladder import Fail, Ladder, Retry
from compaction_core.summarizers.prompts import prompt
from compaction_core.tokens.gemini_cli import UNKNOWN

ACKNOWLEDGEMENT = "Understood. I have read the snapshot and go on from there."
TRIES = 5
"""Requests the client makes before it gives up, a blank answer counting as a failure."""


class GeminiCli(Released):
    """The compression of Gemini CLI 0.61.0: a snapshot of the first 70%, checked by a second request."""

    name = "gemini-cli"
    label = "Gemini CLI, compression"
    family = "Gemini CLI"
    version = "0.61.0"
    date = "2026-08-21"
    source = "@google/gemini-cli-core 0.61.0, context/chatCompressionService.js"
    counter = "gemini-cli"
    parameters: type[Parameters] = GeminiCliParameters
    listing = LISTING
    released_ladder = Ladder(rungs=(Retry(times=TRIES - 1), Fail()))

    def mode(self, parameters: GeminiCliParameters) -> str:
        """Compression, or only the pre-pass after an attempt that failed."""
        return "truncate" if parameters.has_failed_compression_attempt else "compress"

    def threshold(self, context_window: int | None, parameters: GeminiCliParameters) -> int | None:
        """One below threshold × limit: the release compresses at the threshold too."""
        limit = compression.DEFAULT_LIMIT if context_window is None else context_window
        return math.ceil(parameters.threshold * limit) - 1

    def watched(self, context: Context) -> tuple[int, ...]:
        """The size of the last request, as reported."""
        return prompted(context)

    def looks(self, context: Context) -> tuple[bool, ...]:
        """Before each request, when the message to be sent is not in the list yet: so right after each answer."""
        return after_answers(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Shorten, split, ask."""
        return compression.steps(context)

    def snippet(self, parameters: GeminiCliParameters, context_window: int | None) -> Snippet | None:
        """Gemini CLI's settings: the threshold is the one that they hold."""
        return as_json("~/.gemini/settings.json", {"model": {"compressionThreshold": parameters.compression_threshold}})

    def request(self, session: Session, parameters: GeminiCliParameters, plan: Plan) -> SummaryRequest:
        """The head as it was, or shortened where it would not fit the model; a request behind it."""
        messages, gone = session.messages, plan.indexes("summarize")
        names = contents.tools(messages, range(plan.start, plan.end))
        whole = plan.steps[-1].variables.get("whole_head", True)
        effects = (effect for step in plan.steps for effect in step.effects if effect.text is not None)
        texts = {} if whole else {effect.start: effect.text or "" for effect in effects}

        def render(index: int, message: Message) -> Line | None:
            return reading.line(index, message, names.get(index, UNKNOWN), texts)

        return read(
            session,
            plan,
            prompt("gemini_cli_first"),
            render,
            frame=("", reading.request_after(any(reading.holds_snapshot(messages[i]) for i in gone))),
            previous=next((messages[i].summary for i in reversed(gone) if messages[i].summary), None),
        )

    def wrapper(self, plan: Plan) -> Wrapper:
        """The bare snapshot as a user's message, and an acknowledgement of the model."""
        return Wrapper(template="{summary}", acknowledgement=ACKNOWLEDGEMENT)


class GeminiCliMasking(Released):
    """The masking of Gemini CLI 0.61.0: old tool outputs leave a preview, and no model is asked."""

    name = "gemini-cli-masking"
    label = "Gemini CLI, tool output masking"
    family = "Gemini CLI"
    version = "0.61.0"
    date = "2026-08-21"
    source = "@google/gemini-cli-core 0.61.0, context/toolOutputMaskingService.js"
    counter = "gemini-cli"
    unit = "tokens of old tool outputs"
    parameters: type[Parameters] = GeminiCliMaskingParameters
    listing = masking_steps.LISTING

    def mode(self, parameters: GeminiCliMaskingParameters) -> str:
        """There is one mode."""
        return "mask"

    def threshold(self, context_window: int | None, parameters: GeminiCliMaskingParameters) -> int | None:
        """One below the least that is masked; the window does not matter."""
        return parameters.min_prunable_tokens_threshold - 1

    def watched(self, context: Context) -> tuple[int, ...]:
        """Tokens of the tool outputs beyond the protected ones."""
        return masking_steps.watched(context)

    def looks(self, context: Context) -> tuple[bool, ...]:
        """Before each request, when the message to be sent is not in the list yet: so right after each answer."""
        return after_answers(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Walk, compare, mask."""
        return masking_steps.steps(context)


strategies.add(GeminiCli())
strategies.add(GeminiCliMasking())
