"""Anthropic's rule (width × height / 750 after scaling the long edge to 1,568), and Letta's flat cost if unknown."""

import pytest

from compaction_core.session import Image
from compaction_core.tokens.images import image_tokens


@pytest.mark.parametrize(
    ("width", "height", "tokens"),
    [(200, 200, 53), (1000, 1000, 1333), (1092, 1092, 1590), (4000, 4000, 1600), (1, 1, 1), (None, 10, 1200)],
)
def test_image_tokens(width: int | None, height: int | None, tokens: int) -> None:
    assert image_tokens(Image(source="x", width=width, height=height)) == tokens
