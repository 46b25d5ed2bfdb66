"""Planted values in the bundled sessions are masked; the second labelling finds nothing that was left."""

import random

import pytest

from compaction_core.redaction import ALL, redact
from compaction_core.redaction.masking import redacted
from compaction_core.samples import open_sample, samples
from tests.redaction.canaries import SHAPED, canary, planted
from tests.redaction.second import labelled

NAMES = [sample.name for sample in samples()]


def texts(name: str) -> list[str]:
    return [message.text for message in open_sample(name).messages]


@pytest.mark.parametrize("name", NAMES)
def test_planted_values_are_masked(name: str) -> None:
    """Of the random base64 after a telling name one in some hundred reads like words and is missed."""
    text, canaries = planted("\n".join(texts(name))[:100_000], 60, random.Random(name))
    shown = redact(text).text
    missed = [each for each in canaries if each.value in shown]
    assert len(missed) <= 1 and all(each.shape == "named, 40 base64" for each in missed), missed


@pytest.mark.parametrize("shape", SHAPED)
def test_every_shape_is_masked_whole_wherever_it_stands(shape: str) -> None:
    draw = random.Random(shape)
    for _ in range(200):
        value = SHAPED[shape](draw)
        assert redact(f"x {value} y").text == "x [secret 1] y"


@pytest.mark.parametrize("name", NAMES)
def test_the_second_labelling_finds_nothing_left(name: str) -> None:
    left = {pair for one in redacted(texts(name), ALL) for pair in labelled(one.text)}
    left = {(kind, value) for kind, value in left if not value.startswith(("[user", "git@"))}
    assert not left


def test_the_second_labelling_sees_what_is_planted() -> None:
    """It could not tell anything if it saw nothing: of plain canaries it labels most."""
    draw = random.Random(7)
    planted_ones = [canary(draw) for _ in range(300)]
    seen = [each for each in planted_ones if any(each.value in value for _, value in labelled(each.text))]
    assert len(seen) > 150
