"""The modes of one compaction while it runs: what is sent to whom, and which mode takes over from one that fails.

Source: compact.py:192-424, self_summarizer.py, summarizer.py:463-647 (0.16.8).

* self_compact_all: any failure leads to self_compact_sliding_window, any failure of that to all.
* self_compact_sliding_window and sliding_window: an overflow fails; any other failure, of the search too, leads to all.
* all: a failure fails.
"""

from collections.abc import Callable
from typing import Literal

from compaction_core.session import Record
from compaction_core.strategies.letta_server.listed import Listed
from compaction_core.strategies.letta_server.parameters import LettaServerParameters
from compaction_core.strategies.letta_server.planning import find, first_kept
from compaction_core.strategies.letta_server.requests import rungs
from compaction_core.strategies.letta_server.transcript import lines, transcript
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.prompts import prompt

PROMPTS = {
    "sliding_window": "letta_code_sliding_window",
    "all": "letta_code_all",
    "self_compact_sliding_window": "letta_server_self_sliding_window",
    "self_compact_all": "letta_server_self_all",
}
"""Letta Code copied the server's two prompts for a separate summarizer word for word: they are one file here."""
NOTHING_YET = "There is nothing to summarize"
"""The summary that the self modes store, without asking, of a list that holds nothing but its system message."""


class Sent(Record):
    """One request. A separate summarizer reads a transcript, the agent itself its own messages."""

    kind: Literal["separate", "self"]
    mode: str
    """The mode whose instructions were sent; ``own`` for a prompt of the user's."""
    roles: tuple[str, ...]
    """Of the messages sent."""
    request: SummaryRequest
    """For the agent itself: its messages as lines, without tags; it is sent the messages as they are."""


class Reply(Record):
    """What the summarizer gave back: a text, or why it did not."""

    text: str = ""
    failure: Literal["overflow", "error"] | None = None


Summarize = Callable[[Sent], Reply]


class Failed(Exception):
    """A mode failed; ``overflow`` where its request was too long."""

    def __init__(self, kind: Literal["overflow", "error"]):
        super().__init__(kind)
        self.kind: Literal["overflow", "error"] = kind


class Run:
    """One compaction while it runs. A mode gives the summary and the first entry that it keeps."""

    def __init__(self, settings: LettaServerParameters, window: int, summarizer_window: int, summarize: Summarize):
        self.settings, self.window, self.summarizer_window = settings, window, summarizer_window
        self.summarize, self.sent = summarize, list[Sent]()

    def ladder(self, rows: Listed) -> tuple[str, str, int]:
        """The mode asked for, then those that take over; the mode used is the first result."""
        asked = self.settings.mode
        chain = {
            "self_compact_all": ("self_compact_all", "self_compact_sliding_window", "all"),
            "self_compact_sliding_window": ("self_compact_sliding_window", "all"),
            "sliding_window": ("sliding_window", "all"),
            "all": ("all",),
        }[asked]
        for place, mode in enumerate(chain):
            instructions = self.instructions(mode, own=place == 0)
            try:
                return mode, *self._mode(rows, mode, instructions)
            except Failed as failed:
                if mode == chain[-1] or (failed.kind == "overflow" and asked != "self_compact_all"):
                    raise
        raise AssertionError("the last mode returns or fails")

    def instructions(self, mode: str, *, own: bool) -> tuple[str, str]:
        """Name and text of a mode's prompt, or the user's own, which only the mode asked for uses."""
        if own and self.settings.prompt is not None:
            return "own", self.settings.prompt
        return mode, prompt(PROMPTS[mode]).filled()

    def _mode(self, rows: Listed, mode: str, instructions: tuple[str, str]) -> tuple[str, int]:
        if mode == "all":
            return self.everything(rows, instructions)
        if mode == "self_compact_all":
            return self._by_itself(rows, instructions)
        if mode == "self_compact_sliding_window" and rows.size < 2:
            return NOTHING_YET, 1
        cut = find(rows, self.settings.sliding_window_percentage, self.window).cut
        if cut is None:
            raise Failed("error")
        if mode == "sliding_window":
            return self._separate(rows, 1, cut, instructions), cut
        return self._by_itself(rows.before(cut), instructions)

    def everything(self, rows: Listed, instructions: tuple[str, str]) -> tuple[str, int]:
        """Mode all."""
        kept = first_kept(rows)
        return self._separate(rows, 1, kept, instructions), kept

    def _by_itself(self, rows: Listed, instructions: tuple[str, str]) -> tuple[str, int]:
        """The agent's own model over its own messages, a placeholder answer behind them where none stands there."""
        if rows.size < 2:
            return NOTHING_YET, 1
        kept = first_kept(rows)
        roles = [*rows.kinds[:kept], *(() if rows.kinds[kept - 1] == "assistant" else ("assistant",)), "user"]
        request = _request(rows, 0, kept, instructions)
        return self._ask(Sent(kind="self", mode=instructions[0], roles=tuple(roles), request=request)), kept

    def _separate(self, rows: Listed, start: int, stop: int, instructions: tuple[str, str]) -> str:
        """A separate model reads messages[start:stop]; two smaller requests after an overflow."""
        acknowledged = self.settings.prompt_acknowledgement
        roles = ("system", "assistant", "user") if acknowledged else ("system", "user")
        last: Failed | None = None
        for number, request in enumerate(
            rungs(_request(rows, start, stop, instructions), self.summarizer_window, acknowledged)
        ):
            if number == 1 and last is not None and last.kind != "overflow":
                break
            try:
                return self._ask(Sent(kind="separate", mode=instructions[0], roles=roles, request=request))
            except Failed as failed:
                last = failed
        raise last or Failed("error")

    def _ask(self, sent: Sent) -> str:
        self.sent.append(sent)
        reply = self.summarize(sent)
        if reply.failure is not None:
            raise Failed(reply.failure)
        return reply.text


def _request(rows: Listed, start: int, stop: int, instructions: tuple[str, str]) -> SummaryRequest:
    """The first request over messages[start:stop]; the tags are the separate summarizer's, which starts at 1."""
    part = rows.before(stop)
    end = part.counted if start else stop
    read = lines((i, part.messages[i]) for i in range(start, end))
    return SummaryRequest(
        prompt=instructions[0],
        instructions=instructions[1],
        transcript=transcript(read) if start else "\n".join(line.text for line in read),
        lines=read,
        indexes=tuple(range(max(start, 1), stop)),
        messages=tuple(part.messages[max(start, 1) :]),
    )
