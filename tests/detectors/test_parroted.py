"""What small models did in the bundled recordings: going on with the talk, and looping."""

from compaction_core.summarizers.bundled import place
from compaction_core.summarizers.recordings import Recording
from tests.detectors.cases import GOOD, codes, evidence, found

LINE = "- 38 of 42 desks are confirmed, on 611 m²\n"


def test_a_summary_may_quote_a_line_or_two() -> None:
    assert codes("continued", GOOD) == []
    assert codes("continued", f"{GOOD}\n[user] stop\n[assistant] stopped") == []


def test_labelled_lines_are_a_transcript() -> None:
    text = "[user] a\n[assistant] b\n[tool] c\nUser: d"
    (finding,) = found("continued", text)
    assert finding.severity == "warning" and "4 lines" in finding.text
    assert evidence(finding, text)[0] == "[user] "


def test_a_loop_is_an_error_and_a_refrain_a_warning() -> None:
    assert codes("repeated", LINE * 3) == []
    (loop,) = found("repeated", LINE * 20)
    assert loop.severity == "error" and "20 times" in loop.text
    (refrain,) = found("repeated", LINE * 4 + "x" * 600)
    assert refrain.severity == "warning"


def test_short_lines_may_repeat() -> None:
    assert codes("repeated", "- none\n" * 12) == []


def test_the_recorded_small_model_is_caught() -> None:
    """Most of its answers go on with the talk; every one was read before it was bundled."""
    texts = [Recording.model_validate_json(f.read_bytes()).answer.text for f in sorted(place().glob("*.json"))]
    told = [text for text in texts if text.strip()]
    assert sum(bool(codes("continued", text)) for text in told) >= 5
    assert sum(bool(codes("repeated", text)) for text in told) >= 1
