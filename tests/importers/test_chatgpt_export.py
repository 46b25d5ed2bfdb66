"""ChatGPT exports: the active branch of a tree, calls by recipient, kinds of content."""

import io
import json
import zipfile
from typing import Any

import pytest

from compaction_core.errors import EmptyTranscript
from compaction_core.importers import load, load_all
from compaction_core.session import File, Image, Message, Opaque, Reasoning, Session, Text, ToolCall, ToolResult


def said(role: str, content: Any, **more: Any) -> dict[str, Any]:
    words = {"content_type": "text", "parts": [content]} if isinstance(content, str) else content
    author = {"role": role, "name": more.pop("name", None)}
    return {"id": "m", "author": author, "content": words, "recipient": "all", "metadata": {}, **more}


def conversation(*messages: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
    """A tree without branches."""
    mapping = {
        str(at): {
            "id": str(at),
            "message": message,
            "parent": str(at - 1) if at else None,
            "children": [str(at + 1)] if at + 1 < len(messages) else [],
        }
        for at, message in enumerate(messages)
    }
    return {"title": "T", "mapping": mapping, "current_node": str(len(messages) - 1), **more}


def read(*messages: dict[str, Any] | None, **more: Any) -> Session:
    return load(json.dumps([conversation(*messages, **more)]))


def only(message: dict[str, Any]) -> Message:
    (found,) = read(None, message).messages
    return found


def test_the_branch_of_the_current_node_is_the_list_and_the_others_are_counted() -> None:
    tree = conversation(None, said("user", "a"), said("assistant", "b"))
    tree["mapping"]["x"] = {"id": "x", "parent": "1", "children": [], "message": said("assistant", "other")}
    session = load(json.dumps(tree))

    assert [m.text for m in session.messages] == ["a", "b"]
    assert session.integrity.warnings[0].text.startswith("Left out 1 message of other branches")
    tree["current_node"] = "x"
    assert [m.text for m in load(json.dumps(tree)).messages] == ["a", "other"]


def test_without_a_current_node_the_newest_end_counts_and_cycles_end() -> None:
    tree = conversation(None, said("user", "a", create_time=1.0), said("assistant", "b", create_time=2.0))
    tree["mapping"]["x"] = {"parent": "1", "children": [], "message": said("assistant", "new", create_time=3.0)}
    del tree["current_node"]
    assert [m.text for m in load(json.dumps(tree)).messages] == ["a", "new"]
    tree["mapping"]["0"]["parent"] = "x"
    assert len(load(json.dumps(tree)).messages) == 2


def test_a_recipient_makes_a_call_and_the_tool_answers_it() -> None:
    code = {"content_type": "code", "text": "print(7)"}
    output = {"content_type": "execution_output", "text": "7"}
    quote = {"content_type": "tether_quote", "title": "T", "url": "http://x", "text": "q"}
    session = read(
        None,
        said("user", "go"),
        said("assistant", code, recipient="python"),
        said("tool", output, name="python"),
        said("assistant", '{"q": 1}', recipient="browser.search"),
        said("tool", quote, name="browser"),
        said("tool", {"content_type": "system_error", "name": "E", "text": "no"}, name="browser"),
        said("user", "and"),
        said("tool", output, name="file_search"),
    )
    assert [c for m in session.messages for c in m.calls] == [
        ToolCall(id="call-0", name="python", arguments="print(7)"),
        ToolCall(id="call-1", name="browser.search", arguments='{"q": 1}'),
    ]
    assert [m.result for m in session.messages if m.role == "tool"] == [
        ToolResult(call_id="call-0", text="7"),
        ToolResult(call_id="call-1", text="T\nhttp://x\nq"),
        ToolResult(call_id="call-1", text="E\nno", is_error=True),
        ToolResult(call_id="", text="7"),  # what was uploaded is searched without a call
    ]
    assert session.orphans == (7,)


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ({"content_type": "text", "parts": ["a", None, ""]}, (Text(text="a"),)),
        (
            {"content_type": "thoughts", "thoughts": [{"summary": "S", "content": "c"}, "t"]},
            (Reasoning(text="S\nc"), Reasoning(text="t")),
        ),
        (
            {
                "content_type": "multimodal_text",
                "parts": [
                    {
                        "content_type": "image_asset_pointer",
                        "asset_pointer": "file-service://i",
                        "width": 8,
                        "height": 9,
                    },
                    {"content_type": "audio_transcription", "text": "hello"},
                    {"content_type": "audio_asset_pointer", "asset_pointer": "file-service://a", "format": "wav"},
                    {"content_type": "new"},
                ],
            },
            (
                Image(source="file-service://i", width=8, height=9),
                Text(text="hello"),
                File(name="file-service://a", media_type="wav"),
                Opaque(type="new", raw='{"content_type":"new"}'),
            ),
        ),
        ({"content_type": "surprise", "x": 1}, (Opaque(type="surprise", raw='{"content_type":"surprise","x":1}'),)),
    ],
)
def test_kinds_of_content(content: dict[str, Any], parts: tuple[Any, ...]) -> None:
    assert only(said("assistant", content)).parts == parts


def test_what_is_hidden_or_set_up_beforehand_was_not_typed() -> None:
    context = {"content_type": "user_editable_context", "user_profile": "P", "user_instructions": "I"}
    hidden = {"is_visually_hidden_from_conversation": True}
    session = read(
        None,
        said("system", ""),
        said("user", context),
        said("user", "seed", metadata=hidden),
        said("user", "typed", metadata={"attachments": [{"name": "a.pdf", "mime_type": "application/pdf"}]}),
        said("assistant", {"content_type": "reasoning_recap", "content": "Thought for a while"}),
    )
    assert [(m.text, m.flags) for m in session.messages] == [("P\nI", ("meta",)), ("seed", ("meta",)), ("typed", ())]
    assert session.messages[2].parts[1] == File(name="a.pdf", media_type="application/pdf")
    assert session.integrity.skipped_rows == 2  # the empty prompt, and a label of the screen


def test_model_time_and_end_of_an_answer() -> None:
    details = {"model_slug": "gpt-x", "finish_details": {"type": "max_tokens"}}
    message = only(said("assistant", "a", create_time=1769940000.5, metadata=details))
    assert (message.model, message.timestamp, message.stop_reason) == ("gpt-x", 1769940000.5, "max_tokens")
    assert read(None, said("user", "a"), default_model_slug="gpt-d").model == "gpt-d"


def test_a_whole_export_in_its_zip_file() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("chat.html", "<html></html>")
        archive.writestr("conversations-000.json", json.dumps([conversation(None, said("user", "a"))]))
        archive.writestr("conversations-001.json", json.dumps([conversation(None, said("user", "b"), title="")]))
    assert [(s.title, s.messages[0].text) for s in load_all(made.getvalue())] == [("T", "a"), ("b", "b")]


def test_an_empty_tree_is_no_conversation() -> None:
    with pytest.raises(EmptyTranscript):
        read(None)
