"""What a failed request means, and its text without anything secret in it.

LiteLLM's classes are told apart by name: it is imported only where a model is asked. Its class alone is not enough
(1.110.2): a refused connection, a connection cut in the answer and a web page instead of JSON all arrive as
``InternalServerError`` with status 500, a policy refusal as ``BadRequestError``. So the causes behind it are read too.
"""

import os
import re
from collections.abc import Iterator
from urllib.parse import quote

from pydantic import SecretStr

from compaction_core.extraction.secrets import MASK, mask
from compaction_core.summarizers.runs import Outcome

LONGEST = 600
_BY_CLASS: dict[str, Outcome] = {
    "ContextWindowExceededError": "overflow",
    "ContentPolicyViolationError": "refusal",
    "Timeout": "timeout",
    "APITimeoutError": "timeout",
    "TimeoutException": "timeout",
    "RateLimitError": "rate_limit",
    "AuthenticationError": "auth",
    "PermissionDeniedError": "auth",
}
_BY_CODE: dict[str, Outcome] = {
    "context_length_exceeded": "overflow",
    "request_too_large": "overflow",
    "content_policy_violation": "refusal",
    "content_filter": "refusal",
    "invalid_api_key": "auth",
}
_BY_STATUS: dict[int, Outcome] = {
    401: "auth",
    403: "auth",
    408: "timeout",
    413: "overflow",
    429: "rate_limit",
    504: "timeout",
}
_BROKE_OFF = {"RemoteProtocolError", "ReadError", "IncompleteRead", "ConnectionResetError", "ClientPayloadError"}
_NOT_REACHED = {"ConnectError", "ConnectionRefusedError", "gaierror", "UnsupportedProtocol"}
_NOT_JSON = {"JSONDecodeError", "APIResponseValidationError"}
_NO_COMPLETION = ("invalid response from LLM endpoint", "response with no 'choices'")
_REPEATS = "model is repeating the same chunk"  # LiteLLM stops such a stream itself and calls it a 500
_CLASS_NAMES = re.compile(r"^(?:(?:litellm\.)?[A-Z]\w*(?:Error|Exception|Timeout)\s*[:-]\s*)+")
_QUERY = re.compile(r"(\w+://[^\s?'\"<>`]{1,2000})\?[^\s'\"<>`]*")
_USER = re.compile(r"(://)[^\s/@'\"<>]{1,300}@")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_SECRET_NAMES = ("KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIALS")


def outcome_of(error: BaseException) -> Outcome:
    """What kind of failure an exception from a request is; ``error`` where nothing is known about it."""
    chain = list(_chain(error))
    first = chain[0]
    for name in (base.__name__ for base in type(first).__mro__):
        if name in _BY_CLASS:
            return _BY_CLASS[name]
    code = str(getattr(first, "code", None) or "")
    if code in _BY_CODE:
        return _BY_CODE[code]
    behind = {type(cause).__name__ for cause in chain}
    if behind & _NOT_REACHED:
        return "error"
    in_the_middle = type(error).__name__ == "MidStreamFallbackError" and type(first).__name__ == "APIConnectionError"
    if behind & _BROKE_OFF or in_the_middle:
        return "dropped"
    text = str(first)
    if behind & _NOT_JSON or any(mark in text for mark in _NO_COMPLETION):
        return "garbage"
    status = getattr(first, "status_code", None)
    if not isinstance(status, int) or _REPEATS in text:
        return "error"
    return _BY_STATUS.get(status, "server_error" if status >= 500 else "error")


def told(error: BaseException, key: SecretStr | None) -> str:
    """The failure in one scrubbed line: the class, then what was said."""
    chain = list(_chain(error))
    said = _CLASS_NAMES.sub("", str(getattr(chain[0], "message", None) or chain[0]))
    if {type(cause).__name__ for cause in chain} & _NOT_REACHED:
        said = f"{said.rstrip('.')}: no server answers at this address."
    return scrub(f"{type(chain[0]).__name__}: {said}", key)


def scrub(text: str, key: SecretStr | None = None, longest: int = LONGEST) -> str:
    """The text without the key, without what looks like a secret, and without queries of addresses.

    Values of environment variables that are named like secrets go too.

    >>> scrub("GET https://me:pw@host/v1?key=abc failed for k-12345678", SecretStr("k-12345678"))
    'GET https://host/v1?… failed for [secret]'
    """
    text = without(text, key)
    for name, value in os.environ.items():
        if len(value) >= 8 and any(word in name.upper() for word in _SECRET_NAMES):
            text = text.replace(value, MASK)
    text = mask(_USER.sub(r"\1", _QUERY.sub(r"\1?…", text)))
    text = _CONTROL.sub(" ", text).strip()
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def without(text: str, key: SecretStr | None) -> str:
    """The text with a mask in place of the key, as it stands or percent-encoded."""
    value = key.get_secret_value().strip() if key is not None else ""
    for form in {value, quote(value, safe="")} - {""}:
        text = text.replace(form, MASK)
    return text


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception and what stands behind it; LiteLLM's mid-stream wrapper itself says nothing and is left out."""
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen and len(seen) < 20:
        seen.add(id(current))
        inner = getattr(current, "original_exception", None)
        if not isinstance(inner, BaseException):
            yield current
            current = current.__cause__ or current.__context__
        else:
            current = inner
