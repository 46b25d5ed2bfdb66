"""The counting section of the checks page: the same session by several counters, and where they part."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from compaction_core.counting import SCRIPTS, Call, Counted, Divergence, Share, Weighed
from compaction_core.counting.weighing import GROUP_WORDS
from compaction_core.figures.counter_ratios import counter_ratios
from compaction_core.figures.growth import Lines
from compaction_core.report.words import count, counted_by, percent
from compaction_core.tokens import counters
from ui import cached, parts
from ui.scene import Scene
from ui.words import escape

CHOSEN = "counting_counter"
ALL = "counting_all"
"""Digests of the sessions that every counter has counted."""
LARGE = 300_000
"""Tokens from which all counters are asked only when someone wants to know: that takes seconds."""
USUAL = ("chars4_ceil", "bytes4_ceil", "cjk_weighted", "cl100k_base")
"""Counters whose error on each script stands beside the chosen one's."""


def section(scene: Scene) -> None:
    """Sentence, picture, message by message, table, scripts, base64 and images, cached tokens."""
    st.markdown("##### Counting")
    against = scene.counter if scene.measured.basis == "measured" else "o200k_base"
    every = _count_all(scene)
    names = counters.names() if every else tuple(dict.fromkeys((scene.estimator, scene.counter, against)))
    digest = scene.session.digest
    found = cached.diverged(scene.session, digest, names, against)
    st.markdown(escape(sentence(found, scene.estimator, scene.lines)))
    if not every and st.button(f"Count by all {len(counters.names())} counters", icon=":material/calculate:"):
        st.session_state[ALL] = {*st.session_state.get(ALL, ()), digest}
        st.rerun()
    parts.chart(
        counter_ratios(found, scene.estimator, dark=scene.dark), key="counting_ratios", select=False,
        alt="For each counter its total as a multiple of the tokenizer's, with the spread over the session",
    )  # fmt: skip
    others = [each.counter for each in found.counted if each.counter != against]
    if not others:
        return
    usual = scene.estimator if scene.estimator in others else others[0]
    chosen = st.selectbox(
        "Message by message", others, index=others.index(usual), key=CHOSEN, persist_state="session",
        format_func=lambda name: counters.get(name).label,
    )  # fmt: skip
    parts.chart(
        cached.differences_picture(scene.session, digest, chosen, against, scene.selected, scene.dark),
        key="counting_differences",
        alt="For each message how many tokens more or fewer the chosen counter counts than the tokenizer",
    )  # fmt: skip
    ranked = sorted(found.counted, key=lambda each: (each.ratio or 0, each.counter))
    _table([_row(each, scene.estimator) for each in ranked])
    columns = tuple(dict.fromkeys((against, chosen, *(name for name in USUAL if name in names))))
    shared, runs, pictures = cached.kinds(scene.session, digest, columns)
    _scripts(scene, shared, columns)
    _pieces(runs, pictures, columns)
    _cache_rule(scene, against)


def _count_all(scene: Scene) -> bool:
    """Whether every counter has counted the session, with a bar while they do."""
    digest = scene.session.digest
    if digest not in st.session_state.get(ALL, ()) and scene.measured.total > LARGE:
        return False
    told = f"{ALL}_told"
    if st.session_state.get(told) != digest:
        bar, names = st.empty(), counters.names()
        for place, name in enumerate(names):
            bar.progress(place / len(names), f"Counting by {counters.get(name).label}: {place + 1} of {len(names)}")
            cached.measured(scene.session, digest, name)
        bar.empty()
        st.session_state[told] = digest
    return True


def sentence(found: Divergence, deciding: str, lines: Lines) -> str:
    """What the deciding counter makes of the session, where it really fires, and how far all counters lie apart."""
    own, real = found.of(deciding), found.of(found.against)
    if own is None or real is None or own.ratio is None:
        return "There is nothing to count in this session."
    if own.counter == real.counter:
        lead = f"{real.label} decides here and counts {count(real.total, 'token')}: no estimate is in the way."
    else:
        lead = (
            f"{own.label} decides here and counts {count(own.total, 'token')} where {real.label} counts "
            f"{real.total:,}: {own.ratio:.2f}×."
        )
        lead += f" {own.band.told}" if own.band is not None else ""
        lead += _fires(lines, real.label)
    ranked = sorted((each for each in found.counted if each.ratio), key=lambda each: each.ratio or 0)
    if len(ranked) < 3:
        return lead
    low, high = ranked[0], ranked[-1]
    return (
        f"{lead} All {len(found.counted)} counters lie between {low.ratio:.2f}× ({low.counter}) and "
        f"{high.ratio:.2f}× ({high.counter})."
    )


def _fires(lines: Lines, label: str) -> str:
    error, line = lines.threshold_error, lines.threshold
    if error is None or line is None or line <= 0:
        return ""
    low, high = error.around(line)
    return (
        f" In runs of {error.size:,} tokens or more, nearer to the trigger above {line:,}, it lies between "
        f"{error.low:.2f}× and {error.high:.2f}×: the trigger fires between {low:,.0f} and {high:,.0f} {label} tokens."
    )


def _row(each: Counted, deciding: str) -> dict[str, object]:
    worst = each.worst[0] if each.worst else None
    band = each.band
    return {
        "counter": each.label + (", decides here" if each.counter == deciding else ""),
        "how": each.basis,
        "tokens": each.total,
        "× the tokenizer": "" if each.ratio is None else f"{each.ratio:.2f}×",
        "spread": "" if band is None else f"{band.low:.2f}–{band.high:.2f}",
        "differs most in": "" if worst is None else f"#{worst.message}: {worst.tokens:,} against {worst.against:,}",
        "source": each.source,
    }


def _table(rows: Sequence[dict[str, object]]) -> None:
    """Rows with thousands separators in their numbers."""
    numbers = {name for row in rows for name, value in row.items() if isinstance(value, int)}
    st.dataframe(
        pd.DataFrame(rows), hide_index=True,
        column_config={name: st.column_config.NumberColumn(format="localized") for name in numbers},
    )  # fmt: skip


def _scripts(scene: Scene, shared: Sequence[Share], columns: Sequence[str]) -> None:
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
    _table(rows)
    st.caption(
        "Each counter's own error on this session, by kind of text. A message is of a script if a quarter of its "
        "characters are; messages with images are left out."
    )


def _pieces(runs: Sequence[Weighed], pictures: Sequence[Weighed], columns: Sequence[str]) -> None:
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
    _table(rows)


def _cache_rule(scene: Scene, against: str) -> None:
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
    _table(_readings(call, counted_by(against, counters.get(against).basis)))
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
