"""JSON lines for tests."""

import json
from typing import Any

from compaction_core.importers import load
from compaction_core.session import Session


def jsonl(*rows: dict[str, Any] | str) -> bytes:
    return "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows).encode()


def loaded(*rows: dict[str, Any] | str) -> Session:
    """The one session of a file made of these rows; its JSON reads back equal."""
    session = load(jsonl(*rows))
    assert Session.model_validate_json(session.model_dump_json()) == session
    return session


def codes(session: Session) -> list[str]:
    return [warning.code for warning in session.integrity.warnings]


def texts(session: Session) -> list[str]:
    return [message.text for message in session.messages]
