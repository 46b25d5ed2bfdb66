"""A summarizer by its name, a model included: ``litellm:openai/gpt-4.1``."""

from pydantic import SecretStr

from compaction_core.errors import BadParameter, CompactionError
from compaction_core.redaction import Masking
from compaction_core.summarizers.base import Summarizer, Summary, SummaryRequest, summarizers
from compaction_core.summarizers.litellm import ask
from compaction_core.summarizers.outgoing import masked_request
from compaction_core.summarizers.runs import ModelSettings, leaves_this_computer, summary_of

PREFIX = "litellm:"


class ModelSummarizer:
    """One model as a summarizer: one request, no retry."""

    def __init__(self, settings: ModelSettings, key: SecretStr | None = None, masking: Masking | None = None) -> None:
        self.settings, self._key, self._masking = settings, key, masking or Masking()
        self.name = f"{PREFIX}{settings.model}"
        self.label = f"{settings.model} (LiteLLM)"

    def summarize(self, request: SummaryRequest) -> Summary:
        """Ask the model. Raises CompactionError where it gives no whole, visible answer."""
        if leaves_this_computer(self.settings):
            request = masked_request(request, self._masking).request
        answer = ask(request, self.settings, self._key)
        if answer.outcome == "ok" and not answer.blank:
            return summary_of(answer, self.settings)
        what = "a blank answer" if answer.outcome == "ok" else answer.outcome.replace("_", " ")
        said = f": {answer.error.rstrip('.')}" if answer.error else ""
        raise CompactionError(
            f"{self.settings.model} gave no summary ({what}{said}); try again, another model, or --summarizer offline."
        )


def named(
    name: str, api_base: str | None = None, key: SecretStr | None = None, *, masking: Masking | None = None
) -> Summarizer:
    """The registered summarizer of that name, or the model after ``litellm:``; a remote one is sent a masked request.

    ``masking`` says what is masked: without it every kind, with ``NO_MASKING`` nothing.

    Raises UnknownName, and BadParameter for a missing model name or an address where no model is asked.
    """
    if name.startswith(PREFIX):
        model = name.removeprefix(PREFIX).strip()
        if not model:
            raise BadParameter(f"{PREFIX} needs a model's name, as in {PREFIX}openai/gpt-4.1.")
        return ModelSummarizer(ModelSettings(model=model, api_base=api_base), key, masking)
    if api_base is not None:
        raise BadParameter(f"An address is for a model only; choose {PREFIX}MODEL, not {name!r}.")
    return summarizers.get(name)
