"""What differs between the releases: four generations, each named after the newest release that was read of it."""

from typing import Literal, NamedTuple

Release = Literal["1.18.34", "1.14.34", "1.3.2", "1.0"]


class Generation(NamedTuple):
    """The values and switches of one generation."""

    letter: str
    tail: bool
    """Whether newest messages are kept word for word, and an earlier summary is taken out of the list and merged."""
    most_kept: int
    """Largest budget of the tail that is not set by hand, in tokens."""
    tail_turns: int | None
    """How many turns the tail may hold by default; None: as many as fit."""
    prunes: bool
    """Whether old tool outputs are cleared unless the settings say otherwise."""
    protected_tools: tuple[str, ...]
    older_trigger: bool
    """Strictly more than the line, cache writes not counted, no input limit."""
    output_chars: int | None
    """Longest tool output that the summarizer reads, in UTF-16 units; None: whole."""
    first: str
    """Name of the prompt for a first summary."""
    update: str
    """Name of the prompt that merges an earlier one."""


GENERATIONS: dict[Release, Generation] = {
    # 1.0.x
    "1.0": Generation("A", False, 0, None, True, (), True, None, "opencode_first_a", "opencode_first_a"),
    # 1.1.65 to 1.3.2
    "1.3.2": Generation("B", False, 0, None, True, ("skill",), False, None, "opencode_first_b", "opencode_first_b"),
    # 1.14.34 to 1.18.12
    "1.14.34": Generation(
        "C", True, 8_000, 2, False, ("skill",), False, 2_000, "opencode_first", "opencode_anchored_update"
    ),
    # 1.18.20 to 1.18.34
    "1.18.34": Generation(
        "D", True, 15_000, None, False, ("skill",), False, 2_000, "opencode_first_d", "opencode_update_d"
    ),
}
