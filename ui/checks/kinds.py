"""What a session's text is made of, and how it is charged: scripts, base64 and images, cached tokens."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from compaction_core.counting import SCRIPTS, Call, Share, Weighed
from compaction_core.counting.weighing import GROUP_WORDS
from compaction_core.report.words import counted_by
from compaction_core.tokens import counters
from compaction_core.words import count, percent
from ui import cached
from ui.scene import Scene


def table(rows: Sequence[dict[str, object]]) -> None:
    """Rows with thousands separators in their numbers."""
    numbers = {name for row in rows for name, value in row.items() if isinstance(value, int)}
    st.dataframe(
        pd.DataFrame(rows), hide_index=True,
        column_config={name: st.column_config.NumberColumn(format="localized") for name in numbers},
    )  # fmt: skip


def scripts(scene: Scene, shared: Sequence[Share], columns: Sequence[str]) -> None:
    """Which scripts the text is written in, and each counter's error on them."""
    made = cached.made_of(scene.session, scene.session.digest)
    sizes = {script: made.characters(script) for script in SCRIPTS}
    whole = sum(sizes.values())
    told = ", ".join(f"{script} {percent(size, whole)}" for script, size in sizes.items() if size)
    st.markdown(
        f"**Scripts.** {count(whole, 'character')} without blanks: {told}." if whole else "**Scripts.** No text."
    )
    if not shared:
        return
    against = columns[0]
    rows = []
    for share in shared:
        row: dict[str, object] = {"messages in": GROUP_WORDS[share.group], "messages": len(share.messages)}
        row[f"tokens, {counters.get(against).label}"] = share.tokens[against]
        for name in columns[1:]:
            ratio = share.ratio(name, against)
            row[counters.get(name).label] = "" if ratio is None else f"{ratio:.2f}×"
        rows.append(row)
    table(rows)
    st.caption(
        "Each counter's own error on this session, by kind of text. A message is of a script if a quarter of its "
        "characters are; messages with images are left out."
    )


def pieces(runs: Sequence[Weighed], pictures: Sequence[Weighed], columns: Sequence[str]) -> None:
    """What every counter charges for base64 and images."""
    if not runs and not pictures:
        st.markdown("**Base64 and images.** There are none.")
        return
    st.markdown("**Base64 and images.** What stands in text is charged as text; an image by its size in pixels.")
    rows = []
    for kind, pieces in (("base64 in text", runs), ("images", pictures)):
        for piece in pieces:
            row: dict[str, object] = {"message": f"#{piece.message}", "holds": f"{kind}: {piece.what}"}
            row |= {"characters": piece.characters, "as an image, by size": piece.flat}
            row |= {counters.get(name).label: piece.tokens[name] for name in columns}
            rows.append(row)
    table(rows)


def cache_rule(scene: Scene, against: str) -> None:
    """The call with most cached tokens, by the rule of each provider."""
    told = cached.cache_read(scene.session, scene.session.digest, against)
    call = told.largest
    if call is None:
        st.markdown("**Cached tokens.** None are reported.")
        return
    calls = count(len(told.caching), "call")
    st.markdown(
        f"**Cached tokens.** {calls} with cached tokens. OpenAI's and Gemini's input includes the cache, Anthropic's "
        f"excludes it. The call with most, #{call.message}, read in each way:"
    )
    table(_readings(call, counted_by(against, counters.get(against).basis)))
    wrong = "counted twice" if told.doubled else "left out" if told.missing else ""
    if wrong:
        st.caption(f"In this file cached tokens look {wrong}; the finding above says why.")


def _readings(call: Call, how: str) -> list[dict[str, object]]:
    return [
        {"rule": "as loaded: fresh input and cache, each once", "tokens": call.once, "how": "reported"},
        {"rule": "cache added to an input that has it", "tokens": call.twice, "how": "worked out"},
        {"rule": "fresh input alone", "tokens": call.left_out, "how": "reported"},
        {"rule": "our count of the list the model had", "tokens": call.counted, "how": how},
    ]
