"""Summaries by any model that LiteLLM knows. LiteLLM is imported when a model is first asked: it costs 5 s and 200 MB.

    answer = ask(request, ModelSettings(model="openai/gpt-4.1"), key=SecretStr("…"))

Without a key LiteLLM takes the provider's own from the environment (``OPENAI_API_KEY``, …), but never for an address
that was given: a key from the environment goes to its own provider only.
"""

import contextlib
import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from pydantic import SecretStr

from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.chat import chat_messages, well_formed
from compaction_core.summarizers.completion import End, arguments, streamed, whole
from compaction_core.summarizers.faults import outcome_of, scrub, told, without
from compaction_core.summarizers.runs import Answer, ModelSettings

LOOK = 0.1
"""Seconds between two looks at whether the run was cancelled."""
GRACE = 0.5
"""Seconds more than the timeout, so that LiteLLM's own comes first where nothing arrives."""
# LiteLLM fetches its price list when imported and Anthropic's header list at the first call; both lie in its wheel.
STAY_LOCAL = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_OFFLINE_MODE": "true",
}
_LOADING = threading.Lock()
_Inbox = queue.SimpleQueue[str | End]


def ask(
    request: SummaryRequest,
    settings: ModelSettings,
    key: SecretStr | None = None,
    on_text: Callable[[str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Answer:
    """Send the request and wait for the answer; whatever the provider does wrong is in the answer's outcome.

    ``on_text`` gets each piece as it arrives, on the calling thread. ``cancelled`` is looked at ten times a second;
    once it is true the answer comes back at once, and the connection is closed with the next piece or at the timeout.
    No retry is made here.
    """
    load()
    messages = chat_messages(request, settings.acknowledgement, settings.fence)
    inbox, stop, started = _Inbox(), threading.Event(), time.monotonic()
    work = (messages, settings, key, inbox, stop)
    threading.Thread(target=_carry_out, args=work, name="ask-model", daemon=True).start()
    pieces: list[str] = []
    first: float | None = None
    end = End(outcome="cancelled")
    try:
        for item in _arriving(inbox, started + settings.timeout + GRACE, cancelled):
            if isinstance(item, End):
                end = item
                break
            if first is None and settings.stream:
                first = round(time.monotonic() - started, 3)
            pieces.append(item)
            if on_text is not None:
                on_text(item)
    finally:
        stop.set()
    return Answer(
        outcome=end.outcome,
        text=without(well_formed("".join(pieces)), key),
        stop_reason=end.stop_reason,
        usage=end.usage,
        model=scrub(end.model or settings.model, key, 200),
        seconds=round(time.monotonic() - started, 3),
        seconds_to_first=first,
        error=end.error,
        reasoning_chars=end.reasoning_chars,
    )


def load() -> Any:
    """Import LiteLLM: no look at the network, no ``.env`` file read, nothing printed or logged. Returns the module."""
    with _LOADING:
        return _imported()


@lru_cache(maxsize=1)
def _imported() -> Any:
    os.environ.update(STAY_LOCAL)
    with _put_back("TIKTOKEN_CACHE_DIR", "LITELLM_MODE"):
        os.environ["LITELLM_MODE"] = "PRODUCTION"  # else a .env file above the installed package is read
        import litellm
        import litellm.litellm_core_utils.default_encoding  # sets TIKTOKEN_CACHE_DIR: now, and not in a later call

    litellm.suppress_debug_info = True
    litellm.redact_messages_in_exceptions = True
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    for name in ("httpx", "httpcore", "openai"):  # they log addresses, and some providers' addresses hold the key
        logger = logging.getLogger(name)
        logger.setLevel(max(logger.level, logging.WARNING))
    return litellm


def _arriving(inbox: _Inbox, deadline: float, cancelled: Callable[[], bool] | None) -> Iterator[str | End]:
    """What the other thread puts in, until its end, the deadline, or a cancel."""
    while True:
        left = deadline - time.monotonic()
        if cancelled is not None and cancelled():
            yield End(outcome="cancelled", error="Cancelled.")
        elif left <= 0:
            yield End(outcome="timeout", error="The answer was not complete when the time was up.")
        else:
            with contextlib.suppress(queue.Empty):
                yield inbox.get(timeout=min(LOOK, left))


def _carry_out(
    messages: list[dict[str, str]],
    settings: ModelSettings,
    key: SecretStr | None,
    inbox: _Inbox,
    stop: threading.Event,
) -> None:
    """On its own thread: one request through LiteLLM; every piece of text, then the end."""
    try:
        response = load().completion(**arguments(messages, settings, key))
        end = streamed(response, inbox.put, stop.is_set) if settings.stream else whole(response, inbox.put)
    except BaseException as error:  # each provider raises its own, and a Rust panic is no Exception
        end = End(outcome=outcome_of(error), error=told(error, key))
    inbox.put(end)


@contextlib.contextmanager
def _put_back(*names: str) -> Iterator[None]:
    """Leave these environment variables as they were."""
    before = {name: os.environ.get(name) for name in names}
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
