"""Two requests for one summary: each part is asked for its own messages, and both answers are joined."""

from compaction_core.summarizers.base import Summary, SummaryRequest
from compaction_core.summarizers.turn_prefix import SEPARATOR, joined, parts_of, summarized
from tests.make import say


def asked(*indexes: int, **fields: object) -> SummaryRequest:
    messages = tuple(say("user", f"m{i}") for i in indexes)
    filled = {
        "prompt": "p",
        "instructions": "",
        "transcript": "",
        "lines": (),
        "indexes": indexes,
        "messages": messages,
    }
    return SummaryRequest.model_validate(filled | fields)


class Naming:
    name = label = "naming"

    def summarize(self, request: SummaryRequest) -> Summary:
        return Summary(text=" ".join(m.text for m in request.messages), summarizer=self.name, basis="offline")


def test_one_request_stays_one() -> None:
    request = asked(0, 1)
    assert parts_of(request) == (request,)
    assert summarized(Naming(), request).text == "m0 m1"


def test_the_history_is_asked_without_the_turn() -> None:
    request = asked(0, 1, 2, turn_prefix=asked(1, 2))
    history, turn = parts_of(request)
    assert history.indexes == (0,) and history.turn_prefix is None and turn.indexes == (1, 2)
    assert summarized(Naming(), request).text == f"m0{SEPARATOR}m1 m2" == joined("m0", "m1 m2")
