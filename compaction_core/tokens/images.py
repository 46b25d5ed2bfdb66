"""What an image costs when its size is known, and what is assumed when it is not."""

from compaction_core.session import Image

LONG_EDGE = 1568
PIXELS_PER_TOKEN = 750
LARGEST = 1600
UNKNOWN = 1200
"""Tokens assumed for an image of unknown size: the flat cost that Letta Code 0.30 uses."""


def image_tokens(image: Image) -> int:
    """Estimated tokens of an image, 1 to 1,600.

    Anthropic's vision guide: an image is first scaled so that its long edge is at most 1,568 pixels, then
    costs width × height / 750.
    """
    if not image.width or not image.height:
        return UNKNOWN
    scale = min(1.0, LONG_EDGE / max(image.width, image.height))
    area = image.width * scale * image.height * scale
    return max(1, min(LARGEST, round(area / PIXELS_PER_TOKEN)))
