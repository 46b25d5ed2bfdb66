"""Findings about counting: t28 to t33 of the collected reports, and that the right setting ends each of them."""

import base64
import random
from typing import Any

from compaction_core.findings import Finding
from compaction_core.session import Image, Message, Session, Usage
from compaction_core.strategies import strategies
from compaction_core.strategies.planner import settle
from compaction_core.structure.lint import Case, lint
from tests.make import call, result, say, session

O200K = {"estimator": "o200k_base"}
CHINESE = "重构登录模块并保留数据库迁移。"


def found(
    made: Session, strategy: str, window: int, case: dict[str, Any] | None = None, **set_: Any
) -> dict[str, Finding]:
    chosen = strategies.get(strategy)
    return {f.code: f for f in lint(Case(made, chosen, settle(chosen, set_), window, **(case or {})))}


def encoded(size: int) -> str:
    """Base64 of so many pseudo-random bytes, the same each time."""
    return base64.b64encode(random.Random(7).randbytes(size)).decode()


def words(role: Any, tokens: int, **more: Any) -> Message:
    return say(role, "the " * tokens, **more)


def cached(number: int, prompt: int, cache: int, *, twice: bool) -> Session:
    """``number`` calls whose provider counted ``prompt`` tokens, ``cache`` of them from cache, by OpenAI's rule.

    ``twice`` is a reader that takes such an input for Anthropic's, and so keeps the cache in it.
    """
    usage = Usage(input=prompt if twice else prompt - cache, cache_read=cache, output=50)
    rows = [words("user", prompt)]
    for _ in range(number):
        rows += [words("assistant", 50, usage=usage), words("user", 10)]
    return session(*rows)


def test_cached_tokens_that_the_file_counts_twice() -> None:
    """t28: input 184,704 with 183,936 of it cached is 184,704 by OpenAI's rule; 368,640 if the cache is added."""
    one = found(cached(4, 184_704, 183_936, twice=True), "pi", 400_000)["cached-twice"]
    assert one.severity == "warning" and one.messages == (1, 3, 5, 7)
    assert "184,704" in one.text and "183,936" in one.text and "368,640" in one.text
    assert "cached-twice" not in found(cached(4, 184_704, 183_936, twice=False), "pi", 400_000)
    assert "cached-twice" not in found(cached(4, 184_704, 183_936, twice=True), "openhands", 400_000)  # reads no usage


def test_one_call_with_hidden_prompts_is_no_double_count() -> None:
    """A first call whose unseen system prompt comes from cache, as large as the list, looks like it."""
    assert "cached-twice" not in found(cached(1, 20_000, 20_000, twice=True), "pi", 400_000)


def test_cached_tokens_that_the_file_leaves_out() -> None:
    """t28: only the fresh 768 of 184,704 are reported."""
    rows = [words("user", 184_704)]
    for _ in range(4):
        rows += [words("assistant", 50, usage=Usage(input=768, output=50)), words("user", 10)]
    one = found(session(*rows), "pi", 400_000)["cached-left-out"]
    assert "reports 768 tokens" in one.text and one.messages == (1, 3, 5, 7)


def test_a_strategy_that_leaves_the_cache_out() -> None:
    """opencode 1.0's usage leaves out what was written to cache: 40,000 of 50,000 here."""
    usage = Usage(input=2_000, cache_read=8_000, cache_write=40_000, output=100)
    made = session(words("user", 50_000), words("assistant", 50, usage=usage), words("user", 10))
    one = found(made, "opencode", 200_000, {"at": 3}, release="1.0")["cached-left-out"]
    assert "counts 10,100 where the request had 50,000" in one.text and one.messages == (1,)


def test_reports_that_are_all_zero() -> None:
    """t29: the estimate decides, and says how far it is off."""
    rows = [words(("user", "assistant")[i % 2], 500, **({"usage": Usage()} if i % 2 else {})) for i in range(8)]
    one = found(session(*rows), "letta-code", 10_000)["usage-zero"]
    assert one.messages == (1, 3, 5, 7) and "All 4 reported usages are zero" in one.text and "1.00× o200k" in one.text
    assert "usage-zero" not in found(session(*rows), "letta-code", 10_000, O200K)
    assert "usage-zero" not in found(session(*rows), "openhands", 10_000)
    rows[1] = words("assistant", 500, usage=Usage(input=500))
    assert "usage-zero" not in found(session(*rows), "letta-code", 10_000)


def test_an_image_whose_data_is_counted_as_text() -> None:
    """t30: a data URI of 3 MB; opencode counts its characters / 4, the provider by pixels: 1,000 × 1,000 / 750."""
    data = "A" * 4_194_304  # 3 MB in base64
    picture = Image(source=f"data:image/png;base64,{data}", media_type="image/png", width=1_000, height=1_000)
    made = session(Message(role="user", parts=(picture,)), words("assistant", 5))
    one = found(made, "opencode", 200_000)["image-as-text"]
    assert one.messages == (0,) and "count 1,048," in one.text and "charge about 1,333" in one.text
    assert "image-as-text" not in found(made, "opencode", 200_000, O200K)
    assert "image-as-text" not in found(made, "letta-code", 200_000)  # a flat 1,200


def test_images_that_are_not_counted() -> None:
    picture = Image(source="data:image/png;base64,AA==", width=1_000, height=1_000)
    made = session(Message(role="user", parts=(picture, picture)), words("assistant", 5))
    one = found(made, "strands-summarizing", 9_000)["image-uncounted"]
    assert "count 0 tokens" in one.text and "charge about 2,666" in one.text
    assert "image-uncounted" not in found(made, "strands-summarizing", 9_000, O200K)


def test_base64_in_a_tool_result() -> None:
    """t31: 1,046,118 characters: 261,530 by characters / 4 (rounded up), about three times that for a tokenizer."""
    run = encoded(784_600)[:1_046_118]
    made = session(words("user", 10), call("a"), result("a", run), words("assistant", 10))
    one = found(made, "pi", 2_000_000)["base64-as-text"]
    assert one.messages == (2,) and "1,046,118 characters" in one.text and "261,530 tokens" in one.text
    assert "base64-as-text" not in found(made, "pi", 2_000_000, O200K)
    plain = session(words("user", 10), call("a"), result("a", "the path is src/a/b.py " * 40_000))
    assert "base64-as-text" not in found(plain, "pi", 2_000_000)


def test_a_data_uri_in_text_says_what_the_image_would_cost() -> None:
    """The bytes are no picture, so its size is unknown: 1,200 tokens flat."""
    made = session(call("a"), result("a", f"saved: data:image/png;base64,{encoded(9_000)} done"))
    text = found(made, "pi", 2_000_000)["base64-as-text"].text
    assert "12,000 characters of base64 (image/png)" in text and "Sent as an image it costs about 1,200" in text


def test_scripts_that_characters_over_four_undercounts() -> None:
    """t32: 15 characters are 3.75 tokens by characters / 4; what should keep 20,000 keeps several times as much."""
    made = session(*(say(("user", "assistant")[i % 2], CHINESE * 20) for i in range(8)))
    one = found(made, "pi", 9_000, {"at": 8})["script-undercount"]
    assert one.messages == tuple(range(8)) and "Chinese, Japanese or Korean have 100% of the tokens" in one.text
    assert "should keep 20,000 tokens (keep_recent_tokens)" in one.text
    for better in ("o200k_base", "cjk_weighted", "codex"):
        assert "script-undercount" not in found(made, "pi", 9_000, {"at": 8, "estimator": better})


def test_scripts_that_escapes_overcount() -> None:
    """Letta's server counts six escaped characters where the text has one."""
    made = session(*(say(("user", "assistant")[i % 2], CHINESE * 20) for i in range(8)))
    assert "Decide by a tokenizer" in found(made, "letta-server", 9_000)["script-overcount"].advice


def test_a_trigger_by_report_and_a_cut_by_estimate() -> None:
    """t33: the provider reports 140,000, the planner counts 35,000 and keeps 40,000: it fires and finds nothing."""
    rows = [words(("user", "assistant")[i % 2], 3_500) for i in range(9)]
    made = session(*rows, words("assistant", 3_500, usage=Usage(input=139_000, output=1_000)))
    asked = {"reserve_tokens": 8_000, "keep_recent_tokens": 40_000}
    codes = found(made, "pi", 128_000, **asked)
    assert "140,000" in codes["counts-disagree"].text and "35,000" in codes["counts-disagree"].text
    assert codes["nothing-to-do"].severity == "error"
    plain = session(*rows, words("assistant", 3_500))
    assert not {"counts-disagree", "nothing-to-do"} & set(found(plain, "pi", 128_000, **asked))
