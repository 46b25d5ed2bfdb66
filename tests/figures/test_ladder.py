"""The ladder's picture: one mark an attempt, on its rung, with verdict, seconds and characters; its words as well."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.figures import theme
from compaction_core.figures.ladder import ladder
from compaction_core.figures.ladder_rows import rows, told, words
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.climb import climb
from compaction_core.summarizers.ladder import (
    FAULTS,
    Attempt,
    Ending,
    Fail,
    Injection,
    Keep,
    Ladder,
    Offline,
    OtherModel,
    Retry,
    Rung,
    Smaller,
)
from compaction_core.summarizers.runs import Answer, ModelSettings
from tests.summarizers.asking import small

ONE, TWO = ModelSettings(model="one"), ModelSettings(model="two")
SMALLER = [small("x" * 979), small("x" * 379)]
"""With the 21 characters of the instructions: 1,000 and 400."""


def over(chars: int):  # type: ignore[no-untyped-def]
    """A model that takes requests up to so many characters, in half a second."""

    def ask(request: SummaryRequest, settings: ModelSettings) -> Answer:
        fits = len(request.instructions) + len(request.transcript) <= chars
        return Answer(outcome="ok" if fits else "overflow", text="fine", model=settings.model, seconds=0.5)

    return ask


def climbed(plan: Ladder, chars: int = 5000) -> tuple[Attempt, ...]:
    found = list(climb(small("x" * 1979), ONE, plan, over(chars), smaller=SMALLER))[-1]
    assert isinstance(found, Ending)
    return found.attempts


def test_before_anything_ran_it_is_the_plan_with_its_faults() -> None:
    plan = Ladder(
        rungs=(Retry(times=2, wait=5), OtherModel(settings=TWO), Keep()),
        injections=(Injection(fault="429"), Injection(rung=0, attempt=1, fault="500")),
    )
    assert [(row.what, row.text) for row in rows(plan)] == [
        ("step", "First request"),
        ("try", "429 is injected here"),
        ("step", "0 · Retry up to 2 times, 5 s between"),
        ("try", "try 1: 500 is injected here"),
        ("step", "1 · Other model: two"),
        ("step", "2 · Keep unchanged"),
        ("ending", "If all fails: kept, no message is lost"),
    ]
    assert not any(row.reached for row in rows(plan))
    drawn = ladder(plan)
    assert set(drawn.data[0].textfont.color) == {theme.LIGHT.faint}, "nothing is reached: all of it is pale"


def test_each_attempt_is_a_mark_on_its_rung() -> None:
    plan = Ladder(rungs=(Retry(), Smaller(), Offline()))
    attempts = climbed(plan, 400)
    assert [(row.text, row.mark) for row in rows(plan, attempts) if row.what == "try"] == [
        ("overflow · 0.5 s · 2,000 chars", "failed"),
        ("overflow · 0.5 s · 1,000 chars", "failed"),
        ("whole · 0.5 s · 400 chars", "whole"),
    ]
    drawn = ladder(plan, attempts).data[0]
    shapes = dict(zip((text.strip() for text in drawn.text), drawn.marker.symbol, strict=True))
    assert shapes["overflow · 0.5 s · 1,000 chars"] == "x" != shapes["whole · 0.5 s · 400 chars"]
    assert [text.strip() for text in drawn.text] == [
        "First request · one",
        "overflow · 0.5 s · 2,000 chars",
        "0 · Retry once · passed over",
        "1 · Smaller input",
        "overflow · 0.5 s · 1,000 chars",
        "whole · 0.5 s · 400 chars",
        "2 · Offline summary",
        "Stored",
    ]
    pale = [color == theme.LIGHT.faint for color in drawn.textfont.color]
    assert pale == [False, False, True, False, False, False, True, False]


def test_bars_are_as_long_as_what_was_sent() -> None:
    plan = Ladder(rungs=(Smaller(),))
    bars = [shape for shape in ladder(plan, climbed(plan, 400)).layout.shapes if shape.type == "rect"]
    shares = [(bar.x1 - bar.x0) / (0.96 - bar.x0) for bar in bars]
    assert shares == pytest.approx([1.0, 0.5, 0.2])


@pytest.mark.parametrize(
    ("last", "said"),
    [
        (Keep(), "Kept unchanged; no message is lost"),
        (Fail(), "Error; no message is lost"),
        (None, "Error; no message is lost"),
        (Offline(), "Stored"),
    ],
)
def test_it_ends_as_the_ladder_did(last: Rung | None, said: str) -> None:
    plan = Ladder(rungs=(Smaller(), *([last] if last is not None else [])))
    found = rows(plan, climbed(plan, 0))
    assert found[-1].text == said and found[-1].reached


def test_while_it_runs_the_ending_is_open_and_the_attempt_runs() -> None:
    plan = Ladder(rungs=(Smaller(), Fail()), injections=(Injection(rung=0, attempt=1, fault="500"),))
    first = next(iter(climb(small("x" * 1979), ONE, plan, over(0), smaller=SMALLER)))
    assert isinstance(first, Attempt)
    found = rows(plan, (first,), running=True)
    assert (found[1].text, found[1].mark) == ("running · 2,000 chars", "running")
    assert found[-1].mark == "open" and not found[-1].reached
    assert any("try 1: 500 is injected here" in row.text for row in found)
    between = first.model_copy(update={"verdict": "overflow"})
    assert rows(plan, (between,), running=True)[-1].mark == "open", "waiting for the next rung"


def test_what_is_injected_says_so_and_claims_to_have_sent_nothing() -> None:
    plan = Ladder(rungs=(Retry(),), injections=(Injection(fault="429"),))
    found = rows(plan, climbed(plan))
    assert (found[1].text, found[1].mark, found[1].chars) == ("rate limit, injected · nothing sent", "injected", 0)


def test_a_models_name_is_text_and_not_markup() -> None:
    plan = Ladder(rungs=(OtherModel(settings=ModelSettings(model="<b>a</b>")),))
    assert "&lt;b&gt;a" in "".join(ladder(plan).data[0].text)
    long = ModelSettings(model="m" * 100)
    assert len(words(OtherModel(settings=long))) < 50


def test_its_words_tell_the_same() -> None:
    plan = Ladder(rungs=(Smaller(), Offline()))
    said = told(plan, climbed(plan, 1000))
    assert said == (
        "The fallback ladder, from the top. First request · one. overflow · 0.5 s · 2,000 chars. "
        "0 · Smaller input. whole · 0.5 s · 1,000 chars. 1 · Offline summary (not reached). Stored."
    )


any_rung = st.sampled_from(
    [Retry(times=2), Smaller(), OtherModel(settings=TWO), Offline(on=()), Offline(), Keep(), Fail()]
)


@settings(max_examples=40)
@given(
    st.lists(any_rung, max_size=6), st.lists(st.sampled_from(FAULTS), max_size=3), st.integers(0, 3000), st.booleans()
)
def test_any_climb_is_drawn_with_one_mark_an_attempt(
    rungs: list[Rung], faults: list[str], chars: int, dark: bool
) -> None:
    asking = [i for i, rung in enumerate(rungs) if rung.kind in ("retry", "smaller", "model")]
    places = [None, *asking][: len(faults)]
    injections = [Injection(rung=place, fault=fault) for place, fault in zip(places, faults, strict=False)]
    plan = Ladder(rungs=tuple(rungs), injections=tuple(injections))
    attempts: list[Attempt] = []
    for event in climb(small("x" * 1979), ONE, plan, over(chars), smaller=SMALLER):
        if isinstance(event, Attempt):
            attempts[event.index :] = [event]
            ladder(plan, tuple(attempts), True, dark=dark).to_json()
    found = rows(plan, tuple(attempts))
    assert sum(row.what == "try" for row in found) == len(attempts)
    assert sum(row.what == "step" for row in found) == 1 + len(rungs)
    assert (found[-1].text == "Stored") == (attempts[-1].verdict == "ok")
    ladder(plan, tuple(attempts), dark=dark).to_json()
