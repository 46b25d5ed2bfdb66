import re
from html.parser import HTMLParser

import pytest

from compaction_core import Compaction, Measured, Plan, Session, compact, measure, plan
from compaction_core.comparison import compare, first_difference
from compaction_core.session import Message, Text
from tests.report.sessions import session

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)> & \" ' \x1b[2J"
ALLOWED = {"div", "p", "table", "tr", "th", "td", "pre", "details", "summary"}


def records(s: Session, summary: str | None = None) -> tuple[Session, Measured, Plan, Compaction]:
    made = plan(s, "letta-code", 1000)
    return s, measure(s), made, compact(s, made, "none", text=summary)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes.update(name for name, _ in attrs)


@pytest.mark.parametrize("number", range(4))
def test_untrusted_text_is_escaped(number: int) -> None:
    messages = tuple(
        Message(role="user" if i % 2 == 0 else "assistant", parts=(Text(text=HOSTILE),)) for i in range(40)
    )
    s = Session(format=HOSTILE, title=HOSTILE, messages=messages)
    bundle = records(s, HOSTILE)[number]._repr_mimebundle_()
    tags = Tags()
    tags.feed(bundle["text/html"])
    assert tags.seen <= ALLOWED
    assert tags.attributes <= {"style", "class"}
    assert "\x1b" not in bundle["text/html"] + bundle["text/plain"]


def test_each_says_the_essential_in_plain_text() -> None:
    shown = [record._repr_mimebundle_()["text/plain"] for record in records(session(10, title="Ten"))]
    assert shown[0].startswith("by hand session “Ten”: 10 messages, digest ")
    assert shown[1] == "810 tokens in 10 messages (o200k, measured)"
    assert shown[2] == "letta-code 0.30.29, as released: the first 5 messages (#0–#4) become one summary, 5 stay"
    assert re.fullmatch(
        r"the first 5 messages \(#0–#4\) become one summary, 5 stay; 810 → \d+ tokens \(o200k, measured\)", shown[3]
    )


def test_what_compares_strategies_says_it_in_a_line() -> None:
    rows = compare(session(10, title="Ten"), ("letta-code", "keep-all"), 1000)
    shown = [row._repr_mimebundle_()["text/plain"] for row in rows]
    # 10 messages of 81 tokens by o200k, 100 by Letta Code's own rule: 5 stay, and the ninth passes the line of 800
    assert shown[0] == (
        "Letta Code: the first 5 messages (#0–#4) become one summary, 5 stay; 405 of 810 tokens stay word for word; "
        "its own trigger fires after #8"
    )
    assert shown[1].endswith("nothing changes; 810 of 810 tokens stay word for word; its own trigger never fires")
    parted = first_difference(rows[0].plan, rows[1].plan)
    assert parted is not None and parted._repr_mimebundle_()["text/plain"] == parted.text


def test_a_plan_shows_every_step_and_a_long_list_its_ends() -> None:
    long = session(100)
    made = plan(long, "letta-code", 4000)
    assert made._repr_mimebundle_()["text/html"].count("<tr>") == 1 + len(made.steps)
    html = long._repr_mimebundle_()["text/html"]
    assert html.count("<tr>") == 1 + 12 + 1 + 12
    assert "76 more messages" in html


def test_other_records_keep_their_plain_representation() -> None:
    assert Message(role="user")._repr_mimebundle_(include=None, exclude=None) == {}


def test_jupyter_takes_the_bundle() -> None:
    from IPython.core.formatters import DisplayFormatter

    shown, _ = DisplayFormatter().format(plan(session(10), "letta-code", 1000))
    assert shown["text/plain"].startswith("letta-code 0.30.29, as released")
    assert "<table>" in shown["text/html"]
