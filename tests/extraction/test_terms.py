"""Terms: pieces of Chinese are those that come back, without the ones that only stand inside a longer one."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from compaction_core.extraction.terms import terms
from tests.timing import timed


def by_definition(prose: str) -> list[str]:
    """Every piece of two to four characters that comes back, unless it stands in another as often."""
    runs = prose.split("，")
    grams = Counter(run[i : i + n] for run in runs for n in (2, 3, 4) for i in range(len(run) - n + 1))
    kept = {gram for gram, uses in grams.items() if uses > 1 or (gram in runs and len(gram) <= 4)}
    inside = {g for g in kept for other in kept if g != other and g in other and grams[other] >= grams[g]}
    return [gram for gram in sorted(kept - inside) for _ in range(grams[gram])]


@given(st.lists(st.text("登录错误", max_size=9), max_size=6).map("，".join))
def test_chinese_pieces_are_those_of_the_definition(prose: str) -> None:
    assert terms(prose) == by_definition(prose)


def test_the_longest_piece_stands_for_those_inside_it() -> None:
    # 登录错误 comes twice, so do 登录 and 录错 in it; 登录 comes a third time by itself
    assert terms("登录错误，登录错误，登录") == ["登录"] * 3 + ["登录错误"] * 2


def test_a_long_chinese_text_takes_no_time() -> None:
    chosen = random.Random(1)
    prose = "，".join(
        "".join(chosen.choices("修复登录错误测试文件请求缓存配置模块返回数据库连接超时", k=20)) for _ in range(1500)
    )
    found, took = timed(lambda: terms(prose))
    assert found and took < 3  # 0.1 s; comparing every two pieces took 40 s
