"""Secrets of well-known shape: private keys, tokens with a prefix, values in headers and addresses."""

import re
from collections.abc import Iterator

from compaction_core.redaction.looking import WORDS, Found, Look

# The body is base64 lines; its end may be missing in a clipped output.
_PRIVATE_KEY = re.compile(
    r"(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[A-Za-z0-9+/=\s\\:,.\"'-]{40,8000}?-----END [A-Z ]{0,40}-----"
    r"|(?:(?:\s|\\[nr]|[\"'+,])*+[A-Za-z0-9+/=]{16,}+)++))"
)
# One line a family. Each takes all letters and digits that follow, so that no second key starts where one ends.
_TOKEN = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-(?:ant|proj|or|svcacct|admin|lf)-[A-Za-z0-9_-]{16,}"
    r"|(?P<old>sk-(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,}|sk-[A-Za-z0-9]{20,})"
    r"|[sr]k_(?:live|test)_[A-Za-z0-9]{12,}|whsec_[A-Za-z0-9+/]{20,}|sq0(?:atp|csp)-[A-Za-z0-9_-]{20,}"
    r"|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|gl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{16,}"
    r"|xox[abceoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}[A-Za-z0-9]*|ABSK[A-Za-z0-9+/=]{40,}"
    r"|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}"
    r"|hf_[A-Za-z0-9]{20,}|gsk_[A-Za-z0-9]{20,}|r8_[A-Za-z0-9]{20,}|xai-[A-Za-z0-9]{20,}|nvapi-[A-Za-z0-9_-]{20,}"
    r"|pplx-[A-Za-z0-9]{20,}|tvly-[A-Za-z0-9-]{20,}|fc-[a-f0-9]{32}[A-Za-z0-9]*|jina_[A-Za-z0-9]{30,}"
    r"|lsv2_(?:pt|sk)_[a-f0-9]{32}[A-Za-z0-9_]*|pcsk_[A-Za-z0-9_]{30,}|e2b_[a-f0-9]{40}[A-Za-z0-9]*"
    r"|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{30,}|dckr_pat_[A-Za-z0-9_-]{20,}|sbp_[a-f0-9]{40}[A-Za-z0-9]*"
    r"|dapi[a-f0-9]{32}[A-Za-z0-9]*|do[por]_v1_[a-f0-9]{32,}[A-Za-z0-9]*|hv[sb]\.[A-Za-z0-9_-]{24,}"
    r"|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32,}[A-Za-z0-9]*|lin_api_[A-Za-z0-9]{30,}|ntn_[A-Za-z0-9]{30,}"
    r"|figd_[A-Za-z0-9_-]{20,}|sntry[su]_[A-Za-z0-9+/=_-]{30,}|xkeysib-[a-f0-9]{60,}[A-Za-z0-9-]*"
    r"|key-[a-f0-9]{32}[A-Za-z0-9]*|SK[a-f0-9]{32}[A-Za-z0-9]*|PMAK-[a-f0-9]{24}-[a-f0-9]{34}[A-Za-z0-9]*"
    r"|NRAK-[A-Z0-9]{27}[A-Za-z0-9]*|gl(?:sa|c)_[A-Za-z0-9+/=_]{30,}|AGE-SECRET-KEY-[A-Z0-9]{20,}[A-Za-z0-9]*"
    r"|[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}"
    r")"
)
_TOKEN_HEAD = re.compile(
    r"(?<![A-Za-z0-9])(?:sk-|[sr]k_|whsec|sq0|gh[pousr]_|github_|gl(?:pat|dt|rt|ptt)-|xox|xapp-|AKIA|ASIA|ABSK|AIza"
    r"|ya29\.|GOCS|hf_|gsk_|r8_|xai-|nvapi|pplx-|tvly-|fc-|jina_|lsv2_|pcsk_|e2b_|npm_|pypi-|dckr_|sbp_|dapi|do[por]_v1"
    r"|hv[sb]\.|shp|lin_api|ntn_|figd_|sntry|xkeys|key-|SK[a-f0-9]|PMAK-|NRAK-|gl(?:sa|c)_|AGE-S|[0-9]{8,10}:AA)"
)
"""Where a token may begin; far cheaper to look for than the whole."""
_BEFORE_RUN = 11
"""Characters of a token that may stand before its long run: ``ya29.``, ``hvs.``, a bot's number and colon."""
# These hold dots and can fail late, so they may only start a whole run (or stand after the minus of a diff).
_DOTTED = re.compile(
    r"eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{8,}+(?:\.[A-Za-z0-9_-]*+)*"
    r"|[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}+"
)
# The value is group 1. By the piece to look for, in small letters.
_PLACED = {
    "-----begin": _PRIVATE_KEY,
    "sg.": re.compile(r"(?<![A-Za-z0-9_])(SG\.[A-Za-z0-9_-]{16,}+\.[A-Za-z0-9_-]{16,}+)"),
    "bearer": re.compile(r"(?i:bearer)\s{1,3}(?=[A-Za-z0-9._~+/-]{0,200}[0-9])([A-Za-z0-9._~+/-]{16,}+=*)"),
    "basic": re.compile(r"\b[Bb]asic\s{1,3}(?=[A-Za-z0-9._~+/-]{0,200}[0-9=])([A-Za-z0-9._~+/-]{16,}+=*)"),
    "authorization": re.compile(
        r"(?i:authorization)[\"']?\s?[:=]\s?[\"']?(?:[Tt]oken |[Kk]ey )?(?=[\w-]{0,200}[0-9])([\w.-]{16,}+)"
    ),
    "hooks.slack.com/": re.compile(r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9/]{20,})"),
    "/api/webhooks/": re.compile(r"/api/webhooks/([0-9]{5,}/[A-Za-z0-9_-]{20,})"),
    "-u": re.compile(r"-u(?:ser)?[ =][\"']?[\w.@-]{1,64}:(?![$<{%*\[])([^\s\"'<>]{4,200})"),
    "://": re.compile(
        r"://[^\s:/@\"'<>\\]{0,80}:(?![$<{%*\[]|(?:pass(?:word|wd)?|pwd|secret|token|x+|\.+)@)([^\s/@\"'<>\\]{3,200})(?=@)"
    ),
    "sig": re.compile(r"(?<=[?&;])(?:sig|[Ss]ignature)=([A-Za-z0-9%/+_.-]{16,}=*)"),
    "x-": re.compile(r"(?<=[?&;])X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token)=([A-Za-z0-9%/+_.-]{16,}=*)"),
}
# Then it is a part of a longer word or option; the n of a line break inside a JSON string is none.
_IN_A_WORD = re.compile(r"(?:^|[^\\])\w$")
_NOT_AFTER = {"bearer": _IN_A_WORD, "authorization": _IN_A_WORD, "-u": re.compile(r"(?:[^\s-]|\S-)$")}


def keys(look: Look) -> Iterator[Found]:
    """Where secrets of a known shape stand; only the value, never the name or address around it."""
    yield from _tokens(look)
    for piece, pattern in _PLACED.items():
        for place in look.places(piece):
            match = pattern.match(look.text, place)
            if match and piece in ("bearer", "basic") and WORDS.fullmatch(match[1]):
                continue
            if match and not (piece in _NOT_AFTER and _NOT_AFTER[piece].search(look.text[max(0, place - 2) : place])):
                yield match.span(1)


def _tokens(look: Look) -> Iterator[Found]:
    text = look.text
    for start, stop in look.runs():
        place = start + 1 if text[start] == "-" and text[start - 1 : start] == "\n" else start
        dotted = _DOTTED.match(text, place)
        if dotted:
            yield dotted.span()
        begin = max(0, start - _BEFORE_RUN)
        while head := _TOKEN_HEAD.search(text, begin, stop):
            token = _TOKEN.match(text, head.start())
            if token and not (token["old"] and WORDS.fullmatch(token["old"])):
                yield token.span()
            begin = token.end() if token else head.start() + 1
