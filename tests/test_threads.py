"""A sub-agent's thread as a session of its own."""

import pytest

from compaction_core import plan
from compaction_core.errors import BadInput
from compaction_core.session import Thread
from compaction_core.threads import thread_session
from tests.make import call, result, say, session

THREAD = Thread(id="a1", messages=(say("user", "Look for it"), call("c"), result("c"), say("assistant", model="m-2")))
MAIN = session(say("user"), model="m-1", version="2.1", tools="[]", threads=(THREAD,))


def test_a_thread_is_a_session_with_its_own_messages_and_model() -> None:
    made = thread_session(MAIN, "a1")
    assert made == thread_session(MAIN, THREAD)
    assert made.messages == THREAD.messages
    assert (made.format, made.version, made.model, made.title) == ("test", "2.1", "m-2", "Look for it")
    assert (made.tools, made.threads, made.compactions) == (None, (), ())
    assert "a1" in made.integrity.detected_by
    assert made.digest != MAIN.digest
    assert plan(made, "letta-code", context_window=1000).end == 4


def test_a_thread_without_a_model_has_the_main_one() -> None:
    made = thread_session(MAIN, Thread(id="b", messages=(say("user", ""),)))
    assert (made.model, made.title) == ("m-1", "b")


def test_an_unknown_thread_names_the_known_ones() -> None:
    with pytest.raises(BadInput, match="choose one of: a1"):
        thread_session(MAIN, "zz")
    with pytest.raises(BadInput, match="no sub-agent threads"):
        thread_session(session(say("user")), "zz")
