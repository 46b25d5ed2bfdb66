"""Files that would take the square of their length: four times the rows take about four times as long.

The seconds are those of the processor. Each case took more than eight times as long before it was linear.
"""

import json
import time
from collections.abc import Callable

import pytest

from compaction_core.importers import load_all
from compaction_core.importers.shared.traces.chain import Call, Chain
from compaction_core.importers.shared.traces.chain_owners import Owners
from tests.importers.claude_rows import Row, jsonl, system, user

ROWS = 4_000


def boundaries_that_keep_all(number: int) -> bytes:
    rows: list[Row] = [user("0", None, "x")]
    for at in range(number):
        last = rows[-1]["uuid"]
        kept = {"preservedSegment": {"headUuid": "0", "anchorUuid": "none", "tailUuid": last}}
        rows.append(system(f"b{at}", None, "compact_boundary", logicalParentUuid=last, compactMetadata=kept))
        rows.append(user(f"s{at}", f"b{at}", "This session is being continued\nS", isCompactSummary=True))
    return jsonl(*rows)


def conversations_with_sub_agents(number: int) -> bytes:
    rows: list[Row] = []
    for at in range(number // 2):
        rows.append(user(f"u{at}", None, "x", sessionId=f"s{at}"))
        rows.append(user(f"v{at}", f"u{at}", "y", sessionId=f"s{at}"))
        rows.append(user(f"a{at}", None, "z", isSidechain=True, agentId=f"a{at}"))
    return jsonl(*rows)


def sub_sessions_of_sub_sessions(number: int) -> bytes:
    message = {"info": {"id": "m", "role": "user"}, "parts": [{"type": "text", "text": "x"}]}
    found = [{"info": {"id": f"s{at}", "parentID": f"s{at - 1}"}, "messages": [message]} for at in range(number // 2)]
    return jsonl(*found)


def agents_of_one_run(number: int) -> bytes:
    history = [{"role": "assistant", "content": "x", "agent": f"a{at}"} for at in range(number)]
    return json.dumps({"history": history, "trajectory": [], "info": {}}).encode()


@pytest.mark.parametrize(
    "made",
    [
        boundaries_that_keep_all,
        conversations_with_sub_agents,
        sub_sessions_of_sub_sessions,
        agents_of_one_run,
    ],
)
def test_four_times_the_rows_take_about_four_times_as_long(made: Callable[[int], bytes]) -> None:
    once, four = (_seconds(made(number)) for number in (ROWS, 4 * ROWS))
    assert four < 8 * once + 0.2


def test_owners_in_a_trace_are_found_without_asking_each_of_the_others() -> None:
    def seconds(number: int) -> float:
        calls = [Call(prompt=[], answer=[], group="t", parents=("p", "q")) for _ in range(number)]
        chains = [Chain(calls=[call]) for call in calls]
        began = time.process_time()
        owners = Owners(chains)
        assert not any(map(owners.of, chains))
        return time.process_time() - began

    once, four = seconds(ROWS), seconds(4 * ROWS)
    assert four < 8 * once + 0.2


def _seconds(data: bytes) -> float:
    began = time.process_time()
    assert load_all(data)
    return time.process_time() - began
