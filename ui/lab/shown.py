"""The request in full, as it would be sent: messages with roles, tokens, what was cut."""

import streamlit as st

from compaction_core.summarizers.chat import chat_messages
from compaction_core.summarizers.turn_prefix import parts_of
from compaction_core.tokens import counters
from compaction_core.words import count
from ui.lab.prompts import tokens
from ui.lab.sending import Parcel, masked
from ui.left_out import left_out
from ui.words import escape

LONGEST = 200_000
"""Characters shown of a long text."""


def draw(parcels: list[Parcel], counter: str) -> None:
    """One column's request; the strategy's own where no column asks a model."""
    st.markdown("##### The request, exactly as sent")
    asking = [each for each in parcels if each.chosen.asks] or parcels[:1]
    if not asking:
        return
    each = asking[0]
    if len(asking) > 1:
        names = {one.chosen.letter: one for one in asking}
        if st.session_state.get("lab_request_of") not in names:
            st.session_state["lab_request_of"] = each.chosen.letter
        letter = st.segmented_control("Of column", list(names), key="lab_request_of", required=True)
        each = names.get(letter, each)
    settings = each.chosen.column.settings
    parts = parts_of(each.request)
    sent = [
        message
        for part in parts
        for message in (
            chat_messages(part, settings.acknowledgement, settings.fence) if settings else chat_messages(part)
        )
    ]
    sizes = [tokens(message["content"], counter) for message in sent]
    if not each.chosen.asks:
        st.caption(
            "No model is asked yet. This is the request with the strategy's own prompt, as it stands on this computer. "
            "A model's column shows its own, with its prompt and with what is masked before it is sent."
        )
    whose = f"column {each.chosen.letter}" if each.chosen.asks else "the strategy's own prompt"
    st.caption(
        f"For {escape(whose)}: {count(len(sent), 'message')}, {sum(sizes):,} tokens ({counters.get(counter).label})"
        + (f"; {masked(each.masked)}." if each.chosen.asks else ".")
    )
    if len(parts) > 1:
        st.caption("Two requests: the history first, then the start of the turn that is cut; the answers are joined.")
    for message, size in zip(sent, sizes, strict=True):
        content = message["content"]
        with st.expander(f"{message['role']} · {size:,} tokens", expanded=len(content) < 6000):
            height = "content" if len(content) < 1500 else 320
            st.code(content[:LONGEST], language=None, wrap_lines=True, height=height)
            if len(content) > LONGEST:
                st.caption(f"The first {LONGEST:,} of {len(content):,} characters.")
    left_out(each.request)
