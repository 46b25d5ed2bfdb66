"""One more message as a picture, and the marks where a system looks at its trigger."""

import pytest

from compaction_core.figures import growth
from compaction_core.figures.growth import MOST_LOOKS, Lines
from compaction_core.figures.what_if import what_if as picture
from compaction_core.tokens import measure
from compaction_core.watching import Watch
from compaction_core.whatif import WhatIf
from tests.make import dialogue


def result(tokens: int, line: int | None = 3_600, window: int | None = 4_000, unit: str = "tokens") -> WhatIf:
    return WhatIf(
        number=20, role="user", asked=tokens, tokens=tokens, unit=unit, before=2_000, seen=2_000 + tokens, line=line,
        looked=True, fires="never", context=2_000 + tokens, window=window, plan=None,
    )  # fmt: skip


def test_the_bar_is_the_context_with_the_message_at_its_end() -> None:
    figure = picture(result(1_500))
    assert [trace.x[0] for trace in figure.data] == [2_000, 1_500]
    assert [shape.x0 for shape in figure.layout.shapes] == [3_600, 4_000]
    words = [note.text for note in figure.layout.annotations]
    assert words == ["trigger above 3,600", "window 4,000"]


@pytest.mark.parametrize("tokens", [10, 1_000])
def test_a_small_message_has_its_words_under_the_bar_and_not_on_it(tokens: int) -> None:
    (note,) = [one for one in picture(result(tokens)).layout.annotations if "the next message" in one.text]
    assert note.text == f"the next message {tokens:,}" and (note.yref, note.y, note.yanchor) == ("paper", 0, "bottom")


@pytest.mark.parametrize(
    ("line", "window", "unit"), [(None, None, "tokens"), (40, None, "messages"), (-5, 0, "tokens")]
)
def test_no_line_where_there_is_none(line: int | None, window: int | None, unit: str) -> None:
    assert not picture(result(0, line, window, unit), dark=True).layout.shapes


def looked(number: int) -> tuple[Watch, list[float]]:
    made = dialogue(number)
    found = measure(made, "pi")
    looks = tuple(i % 2 == 0 for i in range(number))
    seen = Watch(threshold=10**6, tokens=found.prefix[1:], looked=looks, fires=(False,) * number)
    figure = growth(made, found, Lines(), seen)
    marks = next(trace for trace in figure.data if trace.name == "looks")
    assert any("looks before every request" in note.text.replace("<br>", " ") for note in figure.layout.annotations)
    return seen, list(marks.x[::3])


def test_a_mark_wherever_the_system_looks() -> None:
    """User messages of a dialogue: before every request."""
    seen, marks = looked(20)
    assert marks == [i for i, look in enumerate(seen.looked) if look]


def test_close_looks_share_a_mark() -> None:
    _, marks = looked(20_000)
    assert MOST_LOOKS / 2 <= len(marks) <= MOST_LOOKS + 1 and marks == sorted(marks)


def test_no_marks_where_nobody_looks() -> None:
    made = dialogue(4)
    found = measure(made, "pi")
    never = Watch(threshold=None, tokens=found.prefix[1:], looked=(False,) * 4, fires=(False,) * 4)
    assert "looks" not in [trace.name for trace in growth(made, found, Lines(), never).data]
