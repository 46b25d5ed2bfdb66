"""Plan on 5,000 messages of about 1.1 million tokens, beside LangChain's SummarizationMiddleware.

Both use tiktoken's o200k on the same messages. LangChain's ``before_model`` runs with a model that answers at once, so
what is timed is counting and choosing; ours is timed on a counted session, which is how the product runs, and once
more with the counting, for those who want to compare cold. Wall seconds, medians, in one process, in turn.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from compaction_core.session import Message, Session, Text
from compaction_core.strategies import context_of, strategies
from compaction_core.strategies.planner import plan_context
from compaction_core.tokens import measure
from compaction_core.tokens.bpe import O200K, BpeCounter, encoding

MESSAGES, RUNS, WINDOW = 5000, 7, 1_200_000
WORDS = [
    "row",
    "value",
    "cache",
    "tenant",
    "ledger",
    "import",
    "retry",
    "token",
    "parser",
    "index",
    "commit",
    "branch",
    "update",
    "shard",
    "queue",
]


def text(number: int) -> str:
    """A distinct message of about 220 tokens."""
    return f"{number}: " + " ".join(f"{WORDS[(number * 7 + i) % len(WORDS)]}{(number + i) % 97}" for i in range(108))


def median(run: Callable[[], object]) -> float:
    """Median seconds of RUNS runs after one that is not counted."""
    run()
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def langchain(texts: list[str]) -> Callable[[], object]:
    """Its planning, trigger included."""
    encode = encoding("o200k_base").encode_ordinary

    def count(messages: Any) -> int:
        return sum(len(encode(message.content)) for message in messages)

    middleware = SummarizationMiddleware(
        model=FakeListChatModel(responses=["summary"]),
        trigger=("tokens", 900_000),
        keep=("tokens", 600_000),
        token_counter=count,
        trim_tokens_to_summarize=None,
    )
    messages: list[AnyMessage] = [(HumanMessage, AIMessage)[i % 2](t, id=str(i)) for i, t in enumerate(texts)]
    return lambda: middleware._determine_cutoff_index(messages) if count(messages) > 900_000 else None


def main() -> None:
    """Print medians and ratios."""
    texts = [text(i) for i in range(MESSAGES)]
    roles = ("user", "assistant")
    session = Session(
        format="bench", messages=tuple(Message(role=roles[i % 2], parts=(Text(text=t),)) for i, t in enumerate(texts))
    )
    letta, o200k = strategies.get("letta-code"), measure(session, O200K)
    context = context_of(session, o200k, WINDOW, letta.parameters())

    def planned() -> object:
        # a fresh context each time: nothing it derives is carried over
        return plan_context(letta, context_of(session, o200k, WINDOW, letta.parameters()))

    def cold() -> object:
        counter = BpeCounter("bench", "bench", "bench")
        counter.name = "o200k_base"
        return plan_context(letta, context_of(session, measure(session, counter), WINDOW, letta.parameters()))

    ours, theirs, ours_cold = median(planned), median(langchain(texts)), median(cold)
    attempts = plan_context(letta, context).attempts
    print(f"{MESSAGES:,} messages, {o200k.total:,} tokens (o200k, measured); {attempts} tries")
    print(f"ours, counted     {ours * 1000:9.2f} ms   (target 10)")
    print(f"ours, with count  {ours_cold * 1000:9.2f} ms")
    print(f"LangChain         {theirs * 1000:9.2f} ms   {theirs / ours:,.0f} x ours counted (target 100)")


if __name__ == "__main__":
    main()
