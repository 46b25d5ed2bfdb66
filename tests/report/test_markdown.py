import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from compaction_core import Compaction, compact, plan
from compaction_core.passes import carry
from compaction_core.report import to_markdown
from compaction_core.report.markdown.markup import code, escaped, fenced
from compaction_core.session import Message, Session, Text, ToolCall, ToolResult
from tests.report.sessions import session

COMMAND = "compaction-explorer compact x.json --window 1000"
HOSTILE = "```\n</pre><script>alert(1)</script>\n````\n| cell | @someone #12 [a](javascript:b) ![](//x) \x1b[2J \u202e"
markdown = MarkdownIt("commonmark", {"html": True}).enable("table")


def page(s: Session, window: int | None = 1000, **options: Any) -> tuple[str, Compaction]:
    summary = options.pop("summary", None)
    made = compact(s, plan(s, "letta-code", window, **options), "none", text=summary)
    return to_markdown(s, made, command=COMMAND), made


def test_the_first_line_is_the_result_with_its_basis() -> None:
    # equality goes on: at 40% #3 keeps 700, the goal is 700; at 50% #5 keeps 500
    text, made = page(session(10, title="Ten words"))
    head, result = text.split("\n\n")[:2]
    assert head == "## Compaction of `Ten words`"
    assert result == (
        "**Letta Code, with 10 messages in the list: the first 5 messages (`#0–#4`) become one summary, 5 stay; "
        f"810 → {405 + made.ledger.summary} tokens (o200k, measured).**"
    )


def test_the_ledger_adds_up() -> None:
    text, made = page(session(10, prompt=True))
    after = 81 + made.ledger.summary + 5 * 81
    assert "| System prompt | 81 | 81 | o200k, measured |" in text
    assert "| Other messages | 810 | 405 | o200k, measured |" in text
    assert f"| **Whole context** | **891** | **{after}** |  |" in text
    assert f"| Free in 1,000 | 109 | {1000 - after} |  |" in text


def test_settings_say_version_and_whether_a_release_offers_them() -> None:
    assert "| Strategy | Letta Code 0.30.29 (2026-08-22), **as released** |" in page(session(10))[0]
    changed = page(session(10), threshold_tokens=500, sliding_window_percentage=0.5)[0]
    assert "**not as released**" in changed
    assert "| `threshold_tokens` | `500` (default `none`) |" in changed
    assert "| `sliding_window_percentage` | `0.5` (default `0.3`) |" in changed
    assert "| Context window | unknown |" in page(session(10), None)[0]


def test_steps_fates_and_command_are_there() -> None:
    text, made = page(session(10))
    rows = [line for line in text.splitlines() if re.match(r"\| \d+ \|", line)]
    assert len(rows) == len(made.plan.steps)
    assert "| 3 | measure | 0.4 | `#3` | 700 |" in rows[3]
    assert "| keep | 5 | `#5–#9` |" in text
    assert "| summarize | 5 | `#0–#4` |" in text
    assert f"```sh\n{COMMAND}\n```" in text


def test_a_fallback_is_part_of_the_result() -> None:
    assert "It fell back to this: 3 messages are fewer than the 4 a sliding window needs." in page(session(3))[0]


def test_no_message_number_is_bare() -> None:
    text, _ = page(session(10, prompt=True))
    outside = re.sub(r"`[^`]*`", "", text)
    assert re.findall(r"(?m)(?<!#)#\d", outside) == []


def hostile() -> Session:
    user = Message(role="user", parts=(Text(text=HOSTILE),))
    call = Message(role="assistant", parts=(ToolCall(id="1", name=HOSTILE, arguments=HOSTILE),))
    result = Message(role="tool", parts=(ToolResult(call_id="1", text=HOSTILE),))
    return Session(format=HOSTILE, title=HOSTILE, model=HOSTILE, messages=(user, call, result) * 4)


@pytest.mark.parametrize("summary", [HOSTILE, "`" * 50, "~~~\n" + HOSTILE, ""])
def test_nothing_from_a_transcript_becomes_markdown_or_html(summary: str) -> None:
    text, _ = page(hostile(), summary=summary, prompt=HOSTILE)
    tokens = [inner for token in markdown.parse(text) for inner in (token, *(token.children or ()))]
    assert {token.type for token in tokens}.isdisjoint({"html_block", "html_inline", "link_open", "image"})
    inside = ("fence", "code_inline")
    shown = [token.content for token in tokens if token.type == "text"]
    assert not any("script" in piece or "@" in piece for piece in shown)
    assert any("<script>" in token.content for token in tokens if token.type in inside)
    assert "\x1b" not in text
    assert "\u202e" not in text


@given(st.text(max_size=60))
def test_a_fence_holds_any_text(text: str) -> None:
    (token,) = markdown.parse(fenced(text))
    assert token.type == "fence"


@given(st.text(max_size=60))
def test_a_code_span_holds_any_text(text: str) -> None:
    (inline,) = [t for t in markdown.parse(f"a {code(text)} z") if t.type == "inline"]
    assert [t.type for t in inline.children or ()] == ["text", "code_inline", "text"]


@given(st.text(alphabet="#_*`<>[]()\\|~$&1a –", max_size=40))
def test_an_escaped_sentence_is_text_and_numbers_only(text: str) -> None:
    (inline,) = [t for t in markdown.parse(f"a {escaped(text)} z") if t.type == "inline"]
    assert {t.type for t in inline.children or ()} <= {"text", "text_special", "code_inline"}
    codes = [t.content for t in inline.children or () if t.type == "code_inline"]
    assert codes == re.findall(r"#\d+(?:–#\d+)?", " ".join(text.split()))


def test_a_note_that_repeats_the_basis_is_said_once() -> None:
    s = session(10)
    made = compact(s, plan(s, "letta-code", 1000), "offline")
    assert "Made by offline; fixed rules, no model." in to_markdown(s, made, command=COMMAND)


def test_what_was_edited_is_said_and_what_is_added_is_shown() -> None:
    s = session(10)
    made = plan(s, "letta-code", 1000)
    own = compact(s, made, "none").wrapper
    assert "changed by hand" not in to_markdown(s, compact(s, made, "none"), command=COMMAND)
    wrapper = own.model_copy(update={"acknowledgement": "Fine `x`.", "position": "last"})
    text = to_markdown(s, compact(s, made, text="mine", wrapper=wrapper), command=COMMAND)
    assert "the one below is typed in by hand. It wraps the summary as released; below, " in text
    assert "`position`, `acknowledgement` are changed by hand." in text
    assert "Added beside it, role `assistant`, " in text and "\nFine `x`.\n" in text


def test_a_second_pass_has_its_own_result_and_proof() -> None:
    s = session(10)
    passes = carry(s, plan(s, "letta-code", 450), "offline")
    text = to_markdown(s, *passes, command=COMMAND)
    _, second = text.split("## Pass 2")
    assert f"{passes[0].tokens_after:,} → {passes[1].tokens_after:,} tokens" in second
    assert second.count("### Steps") == second.count("### Fates") == second.count("### Summary") == 1


def test_a_ledger_without_a_prompt_says_that_requests_are_larger() -> None:
    """What the file does not hold is no zero: what is free is free at most, unless the overhead is given."""
    bare = session(10)
    told, done = page(bare)
    assert not done.ledger.whole and "Free at most" in told and "Neither system prompt nor tools" in told
    with_overhead = compact(bare, done.plan, overhead=500)
    assert "Free at most" not in to_markdown(bare, with_overhead, command="")
