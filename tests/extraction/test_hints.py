"""Hints name what one stretch says and the others do not."""

from compaction_core.extraction.hints import items
from compaction_core.extraction.reading import read
from compaction_core.session import Message
from tests.extraction.sessions import assistant, call, result, user


def stretch(topic: str, file: str) -> list[Message]:
    spoken = f"The {topic} breaks because the {topic} is stale."
    turn = [user(spoken), assistant(spoken, call("a", "read_file", path=file)), result("a", "x"), assistant(spoken)]
    return turn * 2


def test_each_stretch_is_found_by_its_own_words() -> None:
    messages = [
        *stretch("scheduler", "src/cron.py"),
        *stretch("renderer", "src/draw.py"),
        *stretch("tokenizer", "src/lex.py"),
    ]
    found = items(read(range(len(messages)), messages), 1.0)
    hints = [item.text for item in sorted(found, key=lambda item: item.place)]
    assert hints[0].startswith("#0–#")
    assert "scheduler" in hints[0] and "src/cron.py" in hints[0]
    assert "tokenizer" in hints[-1] and "scheduler" not in hints[-1]
    assert "–#23:" in hints[-1]


def test_chinese_words_come_without_a_dictionary() -> None:
    messages = [user("刷新令牌失败，刷新令牌过期。"), assistant("刷新令牌的时间不对。")] * 3
    assert "刷新令牌" in items(read(range(len(messages)), messages), 1.0)[0].text
