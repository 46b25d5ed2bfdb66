"""What is bundled, and so everybody's."""

import streamlit as st

from compaction_core.museum import PREFIX, Setting, Visit, find_exhibit, mended, open_exhibit, visit
from compaction_core.samples import open_sample
from compaction_core.session import Session
from ui.cached.keeping import private


@st.cache_resource(max_entries=16, show_spinner="Opening the sample")
def sample(name: str) -> Session:
    """A bundled sample or exhibit, shared by all visitors."""
    return open_exhibit(name) if name.startswith(PREFIX) else open_sample(name)


@st.cache_resource(max_entries=64, show_spinner="Running the exhibit")
def visited(name: str, mended_too: bool) -> Visit:
    """What an exhibit shows, as reported or mended; shared by all visitors."""
    exhibit = find_exhibit(name)
    return visit(exhibit, mended(exhibit) if mended_too else exhibit.setting)


@private(max_entries=16, spinner="Running the exhibit")
def visited_masked(name: str, digest: str, _session: Session, setting: str) -> Visit:
    """What an exhibit shows where a visitor's own masking is on its session; ``setting`` is the JSON of its setting."""
    return visit(find_exhibit(name), Setting.model_validate_json(setting), _session)
