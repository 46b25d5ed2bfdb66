"""An exhibit's card and what it shows, masked where what is on screen is masked."""

from compaction_core.museum import Exhibit, Visit, exhibits, mended, open_exhibit
from ui import cached, masking
from ui.exhibit import MENDED, shown


def titles() -> dict[str, str]:
    """The title of every exhibit by its name, as it may be shown."""
    return masking.shown({exhibit.name: exhibit.title for exhibit in exhibits()})


def as_shown(exhibit: Exhibit) -> Exhibit:
    """The card with its texts as they may be shown."""
    if not masking.on():
        return exhibit
    session, fix = open_exhibit(exhibit.name), shown(exhibit.fix, open_exhibit(exhibit.name))
    texts = [exhibit.title, exhibit.symptom, exhibit.lesson, fix.says]
    title, symptom, lesson, says = masking.shown(texts, beside=session)
    changes = {"title": title, "symptom": symptom, "lesson": lesson, "setting": shown(exhibit.setting, session)}
    return exhibit.model_copy(update={**changes, "fix": fix.model_copy(update={"says": says})})


def visit(exhibit: Exhibit, chosen: str) -> Visit:
    """What it shows in that state; on the masked session where what is shown is masked."""
    if not masking.on():
        return cached.visited(exhibit.name, chosen == MENDED)
    session = masking.session(open_exhibit(exhibit.name))
    setting = mended(exhibit) if chosen == MENDED else exhibit.setting
    return cached.visited_masked(exhibit.name, session.digest, session, setting.model_dump_json())
