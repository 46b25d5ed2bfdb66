"""What the checks find."""

from compaction_core.detectors import Checked, check_summary
from compaction_core.findings import Finding
from compaction_core.museum import Setting
from compaction_core.museum.tour import judged
from compaction_core.structure.checkup import Found, examine, refusals
from compaction_core.structure.lint import Case
from compaction_core.summarizers import SummaryRequest
from compaction_core.summarizers.prompts import prompt, prompt_names
from ui.cached.keeping import private


@private(max_entries=16, spinner="Checking")
def examined(_case: Case, key: str, providers: tuple[str, ...], _card: Setting | None = None) -> tuple[Found, ...]:
    """Everything that rules and lints find; ``key`` is all that the case was made of, an exhibit's card included."""
    return examine(_case, providers) if _card is None else judged(_case, _card, providers)


@private(max_entries=16)
def refused(_case: Case, key: str, provider: str) -> tuple[Finding, ...]:
    """Why a provider would refuse the list after."""
    return refusals(_case, provider)


@private(max_entries=16, spinner="Checking the summary")
def checked(
    _request: SummaryRequest, plan_key: str, counter: str, text: str, stop_reason: str | None
) -> tuple[Finding, ...]:
    """What the checks find in a summary as it is stored."""
    words = prompt(_request.prompt).words if _request.prompt in prompt_names() else None
    stored = Checked(text=text, request=_request, stop_reason=stop_reason, word_limit=words, counter=counter)
    return check_summary(stored)
