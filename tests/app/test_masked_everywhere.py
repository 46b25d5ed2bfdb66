"""With the switch on, no page shows what is masked: everything that is sent to the browser is looked through."""

import pytest
from streamlit.testing.v1 import AppTest

from compaction_core.session import File, Image, Message, Opaque, Reasoning, Session, Text, ToolCall, ToolResult
from tests.app.test_pages import ENTRY, PAGES, ROOT, WAIT
from ui import cached, masking
from ui.exhibit import AS_REPORTED, MENDED
from ui.state.transcripts import Choice, Kept

PLANTED = "qzplanted"
"""The beginning of every word that is planted; one of the visitor's own words, so that its shape does not matter."""


def planted() -> Session:
    """A session with a word of its own in every text that it holds."""

    def said(where: str) -> str:
        return f"we talk about {PLANTED}{where} and other things of the day. " * 12

    call = ToolCall(id="c1", name=f"{PLANTED}tool", arguments=f'{{"path": "{PLANTED}argument"}}')
    parts = (Reasoning(text=said("thought")), Text(text=said("answer")), call)
    messages = [
        Message(role="system", parts=(Text(text=said("system")),)),
        Message(
            role="user",
            parts=(
                Text(text=said("user")),
                File(name=f"{PLANTED}file.txt", text=said("attached")),
                Image(source=f"https://{PLANTED}host/picture.png"),
            ),
        ),
        Message(role="assistant", parts=parts),
        Message(role="tool", parts=(ToolResult(call_id="c1", text=said("result")),)),
        Message(role="assistant", parts=(Opaque(type="strange", raw=f'"{PLANTED}raw"'), Text(text="So be it."))),
    ]
    for nth in range(8):
        messages += [Message(role="user", parts=(Text(text=said(f"more{nth}")),))]
        messages += [Message(role="assistant", parts=(Text(text=said(f"again{nth}")),))]
    return Session(format="test", title=f"Ask {PLANTED}title", model=f"{PLANTED}model", messages=tuple(messages))


def sent(app: AppTest) -> bytes:
    """Everything that the browser gets of page and sidebar, but the box in which the words stand."""
    nodes = [node for place in (app.main, app.sidebar) for node in place]
    protos = [node.proto for node in nodes if getattr(node, "key", None) != masking.WORDS]
    found = [proto.SerializeToString() for proto in protos if hasattr(proto, "SerializeToString")]
    assert sum(map(len, found)) > 10_000  # else nothing was looked at
    return b"\n".join(found).lower()


def masked(page: str, words: str, **parameters: str) -> AppTest:
    """A page that a link opens masked, for a visitor with these words."""
    session = planted()
    app = AppTest.from_file(str(ENTRY), default_timeout=WAIT)
    choice = Choice(f"{PLANTED}store.zip", f"{PLANTED}folder/{PLANTED}member.json", 1)
    app.session_state["own"] = {session.digest: Kept(session, f"{PLANTED}name.json", 1000, 1e12, choice=choice)}
    app.session_state[masking.WORDS] = words
    for name, value in {"session": session.digest, "window": "3000", "mask": "true", **parameters}.items():
        app.query_params[name] = value
    app.switch_page(str(ROOT / "pages" / f"{page}.py")).run()
    assert not app.exception
    return app


OTHER_PARTS = [("checks", {"check_part": "next"}), ("checks", {"check_part": "counting"})]


@pytest.mark.parametrize(
    ("page", "parameters"), [*((page.stem, {}) for page in PAGES), *OTHER_PARTS], ids=lambda value: str(value)
)
def test_no_page_shows_a_planted_word(page: str, parameters: dict[str, str]) -> None:
    app = masked(page, f"{PLANTED}*", message="1", **parameters)
    assert PLANTED.encode() not in sent(app)
    assert b"[masked 1]" in sent(app)
    assert PLANTED not in str(dict(app.query_params))


def test_without_the_switch_it_is_there() -> None:
    assert PLANTED.encode() in sent(masked("session", f"{PLANTED}*", mask="false"))


SHOWN_BESIDE = [
    ("museum", {"exhibit_shown": "summaries-that-only-grow", "exhibit_how": AS_REPORTED}, "choir"),
    ("museum", {"exhibit_shown": "summaries-that-only-grow", "exhibit_how": MENDED}, "singers"),
    ("museum", {"exhibit_shown": "kept-once-and-lost-later"}, "statute"),
    ("museum", {}, "repository"),
    ("before_after", {"session": "museum/summaries-that-only-grow", "after": "7", "set_mode": "all"}, "choir"),
    ("checks", {"session": "museum/summaries-that-only-grow", "after": "7", "set_mode": "all"}, "choir"),
    ("recorded", {"session": "first_example"}, "signalhub"),
    ("session", {"session": "long_coding"}, "auth"),
    ("summary_lab", {"session": "long_coding"}, "auth"),
]
"""Pages that show another session than the one of every page, or what came with one; a word that would be there."""


@pytest.mark.parametrize(("page", "parameters", "word"), SHOWN_BESIDE, ids=lambda value: str(value))
def test_what_is_bundled_is_masked_too(page: str, parameters: dict[str, str], word: str) -> None:
    assert word.encode() in sent(masked(page, f"{word}*", **parameters, mask="false"))
    assert word.encode() not in sent(masked(page, f"{word}*", **parameters))


@pytest.mark.parametrize(("page", "key"), [("session", "session"), ("museum", "exhibit_shown")])
def test_a_choice_whose_label_is_masked_stays_what_it_was(page: str, key: str) -> None:
    parameters = {"session": "long_coding", "exhibit_shown": "summaries-that-only-grow"}
    app = masked(page, "auth\nsummaries", mask="false", **parameters)
    app.sidebar.toggle(key=masking.ON_SCREEN).set_value(True).run()
    assert not app.exception and app.selectbox(key=key).value == parameters[key]
    app.sidebar.toggle(key=masking.ON_SCREEN).set_value(False).run()
    assert not app.exception and app.selectbox(key=key).value == parameters[key]


def _loading() -> None:
    """A script: what the dialog that loads a transcript lists, and an error."""
    from pathlib import Path

    from compaction_core.discovery import Found
    from compaction_core.errors import BadInput
    from tests.app.test_masked_everywhere import planted
    from ui import cached, conversations, local_files, masking, parts

    found = Found(
        tool="Claude Code", project="/home/me/qzplantedproject", path=Path("/home/me/qzplantedfolder/qzplanted.jsonl"),
        modified=1.0, size=10, compacted=None,
    )  # fmt: skip
    cached.listed = lambda: (found,)
    local_files.choose(masking.table)
    conversations.choose(conversations.table([planted()]))
    parts.error_box(BadInput("/home/me/qzplanted.json cannot be read."))
    parts.complaints(["This link names a session 'qzplanted' that is not here."])


def test_what_the_dialog_lists_is_masked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached, "listed", cached.listed)  # the script puts a list of its own there
    app = AppTest.from_function(_loading, default_timeout=WAIT)
    app.session_state[masking.WORDS], app.session_state[masking.ON_SCREEN] = f"{PLANTED}*", True
    app.run()
    found = b"".join(node.proto.SerializeToString() for node in app.main if hasattr(node.proto, "SerializeToString"))
    assert not app.exception and PLANTED.encode() not in found and found.count(b"masked 1") >= 4
