"""Lists of messages for the rules: honest ones, and the same with rows taken out, moved, doubled or put in."""

import random
from collections.abc import Sequence
from dataclasses import replace

from compaction_core.session import Message, Reasoning, Text
from tests.make import call, result, say

SIGNED = Reasoning(text="I look at the file.", signature="c2lnbmVk")


def thinking(message: Message) -> Message:
    """The message with signed thinking in front."""
    return replace(message, parts=(SIGNED, *message.parts))


def honest(chance: random.Random, turns: int = 3) -> list[Message]:
    """A transcript that every provider takes: system, then turns of question, rounds of calls, answer."""
    rows = [say("system", "s")] if chance.random() < 0.5 else []
    number, thinks = 0, chance.random() < 0.4
    for _ in range(chance.randint(1, turns)):
        rows.append(say("user", "u"))
        for round_ in range(chance.randint(0, 2)):
            ids = [f"c{number + i}" for i in range(chance.randint(1, 3))]
            number += len(ids)
            asked = call(*ids, text="t" if chance.random() < 0.5 else "")
            rows.append(thinking(asked) if thinks and round_ == 0 else asked)
            rows += [result(identity) for identity in chance.sample(ids, len(ids))]
        answer = say("assistant", "a")
        rows.append(thinking(answer) if thinks and rows[-1].role == "user" else answer)
    return rows[: max(2, len(rows) - chance.randint(0, 2))] if chance.random() < 0.3 else rows


def damaged(chance: random.Random) -> list[Message]:
    """An honest list after up to three things that compaction does to lists."""
    rows = honest(chance)
    for _ in range(chance.randint(0, 3)):
        at = chance.randint(0, max(0, len(rows) - 1))
        match chance.randint(0, 8):
            case 0:
                del rows[:at]
            case 1 if rows:
                del rows[at]
            case 2 if rows:
                rows.insert(chance.randint(0, len(rows)), rows.pop(at))
            case 3 if rows:
                rows.insert(at, rows[at])
            case 4:
                rows.insert(at, say("user", "s", summary="s"))
            case 5:
                rows.insert(at, say("system", "s", summary=chance.choice([None, "s"])))
            case 6:
                del rows[at : at + chance.randint(1, 4)]
            case 7 if rows:
                kept = [part for part in rows[at].parts if part.kind != "reasoning"]
                rows[at] = replace(rows[at], parts=tuple(kept) or (Text(text=""),))
            case 8 if rows and rows[at].role == "assistant" and rows[at].calls:
                kept = [part for part in rows[at].parts if part.kind == "reasoning"]
                rows[at] = replace(rows[at], parts=tuple(kept) or (Text(text=""),))
    return rows


def gone_on(rows: Sequence[Message]) -> list[Message]:
    """The history as it is sent next: open calls of the last answer get their results, an answer gets a reply."""
    rows = list(rows)
    talk = [row for row in rows if row.role not in ("system", "developer")]
    last = next((row for row in reversed(talk) if row.role != "tool"), None)
    if last is not None and last.calls:
        place = max(i for i, row in enumerate(rows) if row is last)
        behind = [row.result.call_id for row in rows[place:] if row.result is not None]
        rows += [result(each.id) for each in last.calls if each.id not in behind]
    elif talk and talk[-1].role == "assistant":
        rows.append(say("user", "go on"))
    return rows
