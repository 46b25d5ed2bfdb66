"""The counting section of the checks page: the same session by several counters, and where they part."""

import streamlit as st

from compaction_core.counting import Counted, Divergence
from compaction_core.figures.counter_ratios import counter_ratios
from compaction_core.figures.growth import Lines
from compaction_core.tokens import counters
from compaction_core.words import count
from ui import cached, parts
from ui.checks import kinds
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
    """Sentence, then by counter, by message, by kind of text, and what is reported of the cache."""
    against = measuring(scene)
    every = _count_all(scene)
    names = counters.names() if every else _few(scene)
    digest = scene.session.digest
    found = cached.diverged(scene.session, digest, names, against)
    st.markdown(escape(sentence(found, scene.estimator, scene.lines)))
    if not every and st.button(f"Count by all {len(counters.names())} counters", icon=":material/calculate:"):
        st.session_state[ALL] = {*st.session_state.get(ALL, ()), digest}
        st.rerun()
    by_counter, by_message, by_text, by_cache = st.tabs(
        ["By counter", "By message", "By kind of text", "Cached tokens"], key="counting_tabs"
    )
    with by_counter:
        parts.chart(
            counter_ratios(found, scene.estimator, dark=scene.dark), key="counting_ratios", select=False,
            alt="For each counter its total as a multiple of the tokenizer's, with the spread over the session",
        )  # fmt: skip
        ranked = sorted(found.counted, key=lambda each: (each.ratio or 0, each.counter))
        kinds.table([_row(each, scene.estimator) for each in ranked])
    with by_message:
        chosen = _by_message(scene, found, against)
    columns = tuple(dict.fromkeys((against, chosen, *(name for name in USUAL if name in names))))
    shared, runs, pictures = cached.kinds(scene.session, digest, columns)
    with by_text:
        kinds.scripts(scene, shared, columns)
        kinds.pieces(runs, pictures, columns)
    with by_cache:
        kinds.cache_rule(scene, against)


def measuring(scene: Scene) -> str:
    """The tokenizer to compare with: the one of the pictures, where it is one."""
    return scene.counter if scene.measured.basis == "measured" else "o200k_base"


def own(scene: Scene) -> tuple[Counted | None, Counted | None]:
    """What the deciding counter makes of the session, and what the tokenizer does; None where nothing is counted."""
    against = measuring(scene)
    found = cached.diverged(scene.session, scene.session.digest, _few(scene), against)
    return found.of(scene.estimator), found.of(against)


def _few(scene: Scene) -> tuple[str, ...]:
    return tuple(dict.fromkeys((scene.estimator, scene.counter, measuring(scene))))


def _by_message(scene: Scene, found: Divergence, against: str) -> str:
    """The chosen counter against the tokenizer, in every message; the name of the counter."""
    others = [each.counter for each in found.counted if each.counter != against]
    if not others:
        st.caption("Only one counter has counted: there is nothing to compare.")
        return against
    usual = scene.estimator if scene.estimator in others else others[0]
    chosen: str = st.selectbox(
        "Counter", others, index=others.index(usual), key=CHOSEN, persist_state="session",
        format_func=lambda name: counters.get(name).label,
    )  # fmt: skip
    parts.chart(
        cached.differences_picture(scene.session, scene.session.digest, chosen, against, scene.selected, scene.dark),
        key="counting_differences",
        alt="For each message how many tokens more or fewer the chosen counter counts than the tokenizer",
    )  # fmt: skip
    return chosen


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
