"""Which findings block: chosen here, and as the command that does the same in a team's own CI."""

import shlex
from collections.abc import Sequence

import streamlit as st

from compaction_core.cli.settings import reproduce
from compaction_core.structure.checkup import Found, blocking, codes
from compaction_core.words import count
from ui import exhibit, link, masking
from ui.checks.judged import Judged
from ui.findings import ORDER
from ui.scene import Scene
from ui.words import escape

CHOSEN, PARAMETER = "check_blocking", "blocking"
DEFAULT = ("error",)


def section(scene: Scene, judged: Judged, providers: Sequence[str], wanted: Sequence[str]) -> None:
    """The verdict, the chooser, and the command."""
    st.markdown(f"**{escape(sentence(judged.found, wanted))}**")
    choose(judged.found)
    st.code(command(scene, judged, providers, wanted), language="sh", wrap_lines=True)
    st.caption(
        "The same check on the command line: exit code 1 where something blocks, 0 where nothing does, 2 for wrong "
        "input. --json, --sarif and --junit print it for other programs; --config takes these settings from a file."
    )


def wanted(found: Sequence[Found]) -> list[str]:
    """Severities and codes that block: from the page, else from the link, else errors."""
    options = _options(found)
    if CHOSEN not in st.session_state:
        asked = link.asked(PARAMETER)
        linked = [name for name in (asked or "").split(",") if name in options]
        st.session_state[CHOSEN] = linked if linked or asked == "none" else list(DEFAULT)
    names: list[str] = st.session_state[CHOSEN]
    link.put(PARAMETER, tuple(names) or "none", DEFAULT)
    return names


def choose(found: Sequence[Found]) -> None:
    """Draw the chooser."""
    known = codes()
    st.multiselect(
        "These block", _options(found), key=CHOSEN, persist_state="session", placeholder="nothing blocks",
        format_func=lambda name: _told(name, found, known),
        help="A severity stands for everything of it; a code for this one finding. Found here come first.",
    )  # fmt: skip


def _options(found: Sequence[Found]) -> list[str]:
    here = dict.fromkeys(each.finding.code for each in found)
    return [*ORDER, *here, *sorted(set(codes()) - set(here))]


def _told(name: str, found: Sequence[Found], known: dict[str, str]) -> str:
    number = len(blocking(found, [name]))
    here = f" ({number:,} here)" if number else ""
    return f"every {name}{here}" if name in ORDER else f"{name}: {known.get(name, '')}{here}"


def sentence(found: Sequence[Found], wanted: Sequence[str]) -> str:
    """What a CI would say."""
    blocks = blocking(found, wanted)
    if not blocks:
        return f"This would pass CI: exit code 0; {_none(found, wanted)}."
    named = list(dict.fromkeys(found[place].finding.code for place in sorted(blocks)))
    some = ", ".join(named[:4]) + (f" and {count(len(named) - 4, 'more code')}" if len(named) > 4 else "")
    number = f"{count(len(blocks), 'finding')} {'blocks' if len(blocks) == 1 else 'block'}"
    return f"This would fail CI: exit code 1; {number} ({some})."


def _none(found: Sequence[Found], wanted: Sequence[str]) -> str:
    if not wanted:
        return "nothing is chosen to block"
    if len(found) == 1:
        return "the one finding does not block"
    return f"none of the {len(found):,} findings blocks" if found else "nothing was found"


def command(scene: Scene, judged: Judged, providers: Sequence[str], wanted: Sequence[str]) -> str:
    """The command line that gives this verdict."""
    choice = masking.choice()
    line = reproduce(
        masking.file(scene), command="check", strategy=scene.strategy.name, window=scene.window,
        at=None if scene.after is None else scene.at, parameters=scene.settings.model_dump(), counter=scene.counter,
        overhead=scene.overhead, estimator=scene.estimator, protect=scene.pins,
        conversation=choice.conversation, member=choice.member,
    )  # fmt: skip
    words = [word for name in providers for word in ("--provider", name)] + judged.limits.words
    if judged.card is not None and exhibit.how() == exhibit.MENDED:
        words.append("--fix")
    if tuple(wanted) != DEFAULT:
        words += ["--blocking", ",".join(wanted) or "none"]
    return " ".join([line, *(shlex.quote(word) for word in words)])
