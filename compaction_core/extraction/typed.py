"""What a person typed, without what a harness put around it."""

import re

from compaction_core.extraction.cleaning import GAP

_LEFT_OUT = f"\n\n{GAP}\n\n"
# Tags with - or _ in their names, and a few more, hold what a harness added …
_INJECTED_TAG = re.compile(r"<([a-z]+[-_][\w-]{1,40}|INSTRUCTIONS|context|attachments?|reminder)\b[^<>]{0,200}>")
# … and these what a person typed.
_TYPED_TAG = re.compile(r"</?(?:command-args|command-name|user_query|user-prompt|user_message)>")


def typed(text: str) -> str:
    """The text without the tagged blocks that harnesses put into user messages; linear in the text.

    >>> typed("<system-reminder>Be brief.</system-reminder><user_query>Fix it.</user_query>").split()
    ['…', '…', 'Fix', 'it.', '…']
    """
    if "</" not in text:
        return text
    text = _TYPED_TAG.sub(_LEFT_OUT, text)
    pieces: list[str] = []
    start = 0
    for tag in _INJECTED_TAG.finditer(text) if "</" in text else ():
        closing = f"</{tag[1]}>"
        end = text.find(closing, tag.end()) if tag.start() >= start else -1
        if end >= 0:
            pieces.append(text[start : tag.start()])
            start = end + len(closing)
    return _LEFT_OUT.join([*pieces, text[start:]])
