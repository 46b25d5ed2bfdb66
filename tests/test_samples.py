"""The bundled samples: each is what the catalog says, and teaches what it claims to teach."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from compaction_core.errors import BadInput, UnknownName
from compaction_core.importers import load
from compaction_core.samples import (
    Sample,
    find_sample,
    folder,
    generated_bytes,
    open_sample,
    sample_bytes,
    samples,
)
from compaction_core.session import Image, Session, Text, ToolCall
from compaction_core.strategies import Plan, Step, plan
from compaction_core.synth import generate
from compaction_core.tokens import measure

ROOT = Path(__file__).parents[1]
NAMES = [sample.name for sample in samples()]


def estimate(session: Session) -> list[int]:
    """Letta Code's estimate of each message, written down again: UTF-16 units / 4, rounded up, 4,800 an image."""
    sizes = []
    for message in session.messages:
        units = 0
        for part in message.parts:
            if isinstance(part, Image):
                units += 4800
            elif isinstance(part, ToolCall):
                units += len(f"{part.name}{part.arguments}".encode("utf-16-le")) // 2
            else:
                units += len(part.text.encode("utf-16-le")) // 2
        sizes.append(-(-units // 4))
    return sizes


def fires(session: Session, window: int) -> int | None:
    """Number of messages when Letta Code's trigger first fires: after a user message or an answer."""
    limit = window - min(16384, max(1, window // 5))
    tokens = -(-len(session.tools or "") // 4)
    for index, (message, size) in enumerate(zip(session.messages, estimate(session), strict=True)):
        tokens += size
        seen = message.usage.total if message.usage else tokens
        if message.role in ("user", "assistant") and seen > limit:
            return index + 1
    return None


def letta(name: str) -> Plan:
    """Letta Code's plan at the moment its trigger first fires."""
    window, session = find_sample(name).context_window, open_sample(name)
    return plan(session, "letta-code", window, at=fires(session, window))


def measured(steps: tuple[Step, ...]) -> list[tuple[int | None, int | None, int | None]]:
    return [(s.index_limit, s.candidate, s.kept_tokens) for s in steps if s.kind == "measure"]


def o200k(session: Session, start: int = 0, stop: int | None = None) -> int:
    return measure(session, "o200k_base").between(start, len(session.messages) if stop is None else stop)


def test_the_app_opens_with_the_long_session() -> None:
    assert NAMES[0] == "long_coding"
    assert {"first_example", "giant_output", "parallel_pending", "one_turn_60_calls"} <= set(NAMES)
    assert {"already_compacted", "chinese", "mixed_script", "no_legal_cut"} <= set(NAMES)


def test_the_folder_holds_what_the_catalog_lists_and_is_small() -> None:
    files = {path.name for path in folder().iterdir() if path.is_file()}
    assert files == {sample.file for sample in samples()} | {"catalog.toml", "README.md"}
    assert sum((folder() / name).stat().st_size for name in files) < 3_000_000


def test_the_readme_has_the_table_of_the_catalog() -> None:
    rows = [
        line for line in (folder() / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")
    ]
    assert rows == [f"| `{s.name}` | {s.title} | {s.context_window:,} | {s.teaches} |" for s in samples()]


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_every_sample_loads_whole(sample: Sample) -> None:
    session = open_sample(sample.name)
    assert session.title == sample.title
    assert session.integrity.warnings == ()
    assert session.integrity.unreadable == ()
    assert session.orphans == ()
    assert len(session.unanswered) == (sample.name == "parallel_pending")


def test_the_samples_mix_formats() -> None:
    assert {open_sample(name).format for name in NAMES} == {"openai_chat", "claude_code", "anthropic_messages"}


@pytest.mark.parametrize("name", NAMES)
def test_letta_codes_trigger_fires_in_the_stated_window(name: str) -> None:
    assert fires(open_sample(name), find_sample(name).context_window) is not None


@pytest.mark.parametrize("sample", [s for s in samples() if s.recipe], ids=lambda sample: sample.name)
def test_a_generated_sample_is_what_its_recipe_gives(sample: Sample) -> None:
    made = generated_bytes(sample)
    assert sample_bytes(sample) == made
    assert sample.recipe is not None
    spoken = [(m.role, m.parts) for m in open_sample(sample.name).messages if m.summary is None]
    assert spoken == [(m.role, m.parts) for m in generate(sample.recipe).messages]


def test_first_example_is_twelve_messages_with_two_calls() -> None:
    session = open_sample("first_example")
    assert len(session.messages) == 12
    assert [len(m.calls) for m in session.messages if m.calls] == [1, 1]
    # 10 messages at the trigger: 40 % is #4, a result, so #3; it keeps 508 of at most 490. 50 % is #5: 371.
    assert fires(session, 700) == 10
    assert measured(letta("first_example").steps) == [(4, 3, 508), (5, 5, 371)]


def test_long_coding_needs_two_attempts_and_steps_back_each_time() -> None:
    session = open_sample("long_coding")
    assert len(session.messages) == 412
    assert 150_000 < o200k(session) < 165_000
    assert fires(session, 128_000) == 345
    # The system prompt is no message of the plan: 344 messages, #0 is outside. Goal: under 0.7 × 128,000 = 89,600.
    sizes = estimate(session)
    steps = letta("long_coding").steps
    assert measured(steps) == [(139, 138, 90_077), (173, 172, 84_552)]
    assert [sum(sizes[cut:345]) for cut in (138, 172)] == [90_077, 84_552]
    roles = [session.messages[i].role for i in (139, 138, 173, 172)]
    assert roles == ["user", "assistant", "tool", "assistant"]


def test_long_coding_has_the_mix_of_a_real_transcript() -> None:
    """The ranges are those seen in transcripts of coding agents: o200k tokens, tool schemas counted as system."""
    counted = measure(open_sample("long_coding"), "o200k_base")
    tokens = {str(name): count for name, count in counted.by_category().items()}
    tokens["system"] += counted.tools
    share = {name: 100 * count / sum(tokens.values()) for name, count in tokens.items()}
    assert set(share) == {"system", "user", "assistant", "reasoning", "tool_call", "tool_result"}
    assert 60 < share["tool_result"] < 70
    assert 13.5 < share["tool_call"] < 18
    assert 6.5 < share["assistant"] < 10
    assert 5.5 < share["reasoning"] < 9
    assert 2 < share["user"] < 4
    assert 2.8 < share["system"] < 5


def test_giant_output_defeats_every_attempt() -> None:
    session = open_sample("giant_output")
    counts = [o200k(session, i, i + 1) for i in range(len(session.messages))]
    assert max(counts) > 60_000
    assert sum(counts) - max(counts) < 5_000
    steps = letta("giant_output").steps
    assert all(kept is not None and kept > 42_000 for _, _, kept in measured(steps))
    assert steps[-1].decision is not None and steps[-1].decision.mode_used == "all"


def test_parallel_pending_has_both() -> None:
    session = open_sample("parallel_pending")
    assert max(len(m.calls) for m in session.messages) == 4
    assert session.unanswered[0][0] == len(session.messages) - 1


def test_one_turn_has_one_user_message_and_sixty_calls() -> None:
    session = open_sample("one_turn_60_calls")
    assert [m.role for m in session.messages].count("user") == 1
    assert sum(len(m.calls) for m in session.messages) == 60


def test_already_compacted_records_two_compactions_and_usage() -> None:
    session = open_sample("already_compacted")
    assert [(c.trigger, session.messages[c.index].summary is not None) for c in session.compactions] == [
        ("auto", True),
        ("manual", True),
    ]
    assert all(c.tokens_before and c.tokens_after and c.tokens_before > c.tokens_after for c in session.compactions)
    assert all(m.usage for m in session.messages if m.role == "assistant")
    first = session.compactions[0].index
    before = next(m.usage for m in reversed(session.messages[:first]) if m.usage)
    after = next(m.usage for m in session.messages[first:] if m.usage)
    assert before.context > 140_000 > 20_000 > after.context


def test_chinese_is_counted_at_less_than_half_when_the_trigger_fires() -> None:
    session = open_sample("chinese")
    assert len(session.messages) >= 40
    at = fires(session, 1_600)
    assert at is not None and o200k(session, 0, at) > 2 * sum(estimate(session)[:at])


def test_mixed_script_holds_five_scripts() -> None:
    session = open_sample("mixed_script")
    assert len(session.messages) >= 30
    text = "".join(part.text for m in session.messages for part in m.parts if isinstance(part, Text))
    for sample in "aé中のع🥕":
        assert sample in text


def test_no_legal_cut_has_none() -> None:
    steps = letta("no_legal_cut").steps
    assert measured(steps) == []
    assert steps[-1].decision is not None and steps[-1].decision.mode_used == "all"


def test_screenshots_are_mostly_images() -> None:
    session = open_sample("screenshots")
    images = [part for m in session.messages for part in m.parts if isinstance(part, Image)]
    assert len(images) == 9
    assert all(image.width and image.height for image in images)
    assert sum(estimate(session)) < 9 * 1200 / 0.9


def test_an_unknown_sample_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="first_example"):
        open_sample("last_example")


def test_a_hand_written_sample_has_no_recipe() -> None:
    with pytest.raises(BadInput, match=r"edit chinese\.json"):
        generated_bytes(find_sample("chinese"))


def installed(place: Path, code: str) -> "subprocess.CompletedProcess[str]":
    """Run code with the library as a wheel installs it, and nothing of the checkout in sight."""
    shutil.copytree(ROOT / "compaction_core", place / "compaction_core", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(place)}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=place, env=environment, capture_output=True, text=True, timeout=120
    )


def test_samples_are_found_in_an_installed_package(tmp_path: Path) -> None:
    shutil.copytree(folder(), tmp_path / "compaction_explorer_app" / "sample_sessions")
    code = "from compaction_core.samples import *; print(folder(), len(open_sample('first_example').messages))"
    done = installed(tmp_path, code)
    assert done.stdout.split() == [str(tmp_path / "compaction_explorer_app" / "sample_sessions"), "12"], done.stderr


def test_missing_samples_are_a_clear_error(tmp_path: Path) -> None:
    # an editable install of this checkout carries a copy of the app's folder: it counts as not installed here
    hidden = "import sys; sys.modules['compaction_explorer_app'] = None; "
    done = installed(tmp_path, hidden + "from compaction_core.samples import *; samples()")
    assert "BadInput: The sample sessions are missing" in done.stderr


def test_every_recipe_of_the_catalog_is_read_back_equal() -> None:
    sample = find_sample("long_coding")
    assert load(generated_bytes(sample)).messages == open_sample("long_coding").messages
