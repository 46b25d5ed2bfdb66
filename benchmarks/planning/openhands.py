"""OpenHands' condenser, in a process and an environment of its own: it needs an older LiteLLM than this project.

``condenser.py`` is what runs there. It gets the messages as JSON and answers with its range and its seconds.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.lists import MESSAGES, plain, tool_heavy
from benchmarks.planning.measuring import Compared, Timed, counted, ours
from compaction_core.openai_messages import to_dicts

RELEASE, PYTHON = "openhands-sdk==1.58.2", "3.12"
SECONDS = 600
"""For all of it, installing included."""
SLICE = 4_096
"""Characters that LiteLLM 1.105 tokenizes at a time, its maximum; at its default of 1,024 it counts a little more."""


def compared() -> Iterator[Compared]:
    """Above its number of events; above its number of tokens, where it counts all messages some 16 times."""
    cases: list[tuple[str, Any, dict[str, int]]] = [
        ("dialogue", plain(), {"max_size": 240}),
        ("tool results", tool_heavy(), {"max_size": 240}),
        ("dialogue", plain(), {"max_size": 2 * MESSAGES, "max_tokens": 100_000}),
        ("tool results", tool_heavy(), {"max_size": 2 * MESSAGES, "max_tokens": 100_000}),
    ]
    sent = [{"messages": to_dicts(session.messages), "settings": settings} for _, session, settings in cases]
    for (shape, session, settings), answer in zip(cases, _asked(sent), strict=True):
        mine, made = ours(session, "openhands", None, None, **settings)
        gone = made.indexes("summarize")
        measured, seconds = counted(session, "openhands")
        tokens = settings.get("max_tokens")
        above = f"{settings['max_size']:,} events" if tokens is None else f"{tokens:,} tokens"
        yield Compared(
            what=f"LLMSummarizingCondenser of {RELEASE} in its own environment, {shape}, above {above}",
            messages=len(session.messages),
            tokens=measured.total,
            counter="openhands" if tokens else "openhands, not asked",
            timed="condensation_requirement, _get_forgotten_events; its view is there, as between two steps"
            + (f"; LiteLLM set to slices of {SLICE:,} characters" if tokens else ""),
            no_target=None if tokens else "it counts no tokens",
            their_cut=f"#{answer['start']} to #{answer['stop'] - 1}",
            our_cut=f"#{gone[0]} to #{gone[-1]}" if gone else "nothing",
            theirs=Timed(answer["seconds"], answer["runs"]),
            ours=mine,
            counting=seconds,
        )


def _asked(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers of the other process; raises OSError, CalledProcessError or TimeoutExpired."""
    command = ["uv", "run", "--isolated", "--no-project", "--python", PYTHON, "--with", RELEASE, "python", "-P"]
    # -P: the folder of the script, with this module in it, would hide the package of the same name
    settings = {
        "OPENHANDS_SUPPRESS_BANNER": "1",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "TIKTOKEN_ENCODE_CHUNK_SIZE_CHARS": str(SLICE),
    }
    done = subprocess.run(
        [*command, str(Path(__file__).with_name("condenser.py"))],
        input=json.dumps(cases),
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    answers: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return answers
