"""Secrets of well-known shape: private keys, tokens with a prefix, values in headers and addresses."""

import re
from collections.abc import Iterator

Found = tuple[int, int]
"""Characters [start, stop) of a text."""

# The body is base64 lines; its end may be missing in a clipped output.
_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[A-Za-z0-9+/=\s\\:,.\"'-]{40,8000}?-----END [A-Z ]{0,40}-----"
    r"|(?:(?:\s|\\[nr]|[\"'+,])*+[A-Za-z0-9+/=]{16,}+)++)"
)
# One line a shape. Each takes all letters and digits that follow, so that no second key starts where one ends.
_TOKENS = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-(?:ant|proj|or|svcacct|admin|lf)-[A-Za-z0-9_-]{16,}"
    r"|sk-(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,}|sk-[A-Za-z0-9]{20,}"
    r"|[sr]k_(?:live|test)_[A-Za-z0-9]{12,}|whsec_[A-Za-z0-9+/]{20,}"
    r"|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|gl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{16,}"
    r"|xox[abceoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}[A-Za-z0-9]*|ABSK[A-Za-z0-9+/=]{40,}"
    r"|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}"
    r"|hf_[A-Za-z0-9]{20,}|gsk_[A-Za-z0-9]{20,}|r8_[A-Za-z0-9]{20,}|xai-[A-Za-z0-9]{20,}|nvapi-[A-Za-z0-9_-]{20,}"
    r"|pplx-[A-Za-z0-9]{20,}|tvly-[A-Za-z0-9-]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{30,}"
    r"|dckr_pat_[A-Za-z0-9_-]{20,}|dapi[a-f0-9]{32}[A-Za-z0-9]*|do[por]_v1_[a-f0-9]{32,}[A-Za-z0-9]*"
    r"|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32,}[A-Za-z0-9]*|lin_api_[A-Za-z0-9]{30,}|ntn_[A-Za-z0-9]{30,}"
    r"|figd_[A-Za-z0-9_-]{20,}|sntry[su]_[A-Za-z0-9+/=_-]{30,}|xkeysib-[a-f0-9]{60,}[A-Za-z0-9-]*"
    r"|key-[a-f0-9]{32}[A-Za-z0-9]*|AGE-SECRET-KEY-[A-Z0-9]{20,}[A-Za-z0-9]*|[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}"
    r")"
)
# These hold dots and can fail late, so they may only start a whole run (or stand after the minus of a diff).
_DOTTED = re.compile(
    r"(?:(?<![A-Za-z0-9_-])|(?<=\n-))(?:"
    r"eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{8,}+(?:\.[A-Za-z0-9_-]*+)*"
    r"|SG\.[A-Za-z0-9_-]{16,}+\.[A-Za-z0-9_-]{16,}+"
    r"|[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}+"
    r")"
)
# The value is group 1.
_PLACED = (
    re.compile(r"\b(?:[Bb]earer|[Bb]asic)\s{1,3}(?=[A-Za-z0-9._~+/-]{0,200}[0-9=])([A-Za-z0-9._~+/-]{16,}+=*)"),
    re.compile(r"\b[Aa]uthorization[\"']?\s?[:=]\s?[\"']?(?:[Tt]oken |[Kk]ey )?(?=[\w-]{0,200}[0-9])([\w.-]{16,}+)"),
    re.compile(r"://[^\s:/@\"'<>\\]{0,80}:(?![$<{%*\[])([^\s/@\"'<>\\]{3,200})(?=@)"),
    re.compile(r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9/]{20,})"),
    re.compile(r"discord(?:app)?\.com/api/webhooks/([0-9]{5,}/[A-Za-z0-9_-]{20,})"),
    re.compile(r"[?&;](?:sig|[Ss]ignature|X-Amz-(?:Signature|Credential|Security-Token))=([A-Za-z0-9%/+_.-]{16,}=*)"),
    re.compile(r"(?<!\S)(?:-u|--user)[ =][\"']?[\w.@-]{1,64}:(?![$<{%*\[])([^\s\"'<>]{4,200})"),
)


def keys(text: str) -> Iterator[Found]:
    """Where secrets of a known shape stand; only the value, never the name or address around it."""
    if "-----BEGIN" in text:
        yield from (match.span() for match in _PRIVATE_KEY.finditer(text))
    yield from (match.span() for match in _TOKENS.finditer(text))
    yield from (match.span() for match in _DOTTED.finditer(text))
    for pattern in _PLACED:
        yield from (match.span(1) for match in pattern.finditer(text))
