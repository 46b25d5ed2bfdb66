"""Text that is not ours, made safe for the few places where Streamlit reads Markdown."""

import re

from compaction_core.report.words import visible

_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+!|~$:-])")
# Streamlit looks for icons and emoji, and for addresses to link, after the backslashes are gone: an invisible
# joiner parts them.
_LATE = re.compile(r":(?=\S)|(?<=@)(?=\S)|\bwww(?=\.)", re.IGNORECASE)
_JOINER = "\u2060"


def escape(text: str) -> str:
    """Untrusted text as literal Markdown: every character that could start markup gets a backslash.

    Characters that act on the screen (reading direction, terminal codes) become their code points.

    >>> escape("a *b* $x$")
    'a \\\\*b\\\\* \\\\$x\\\\$'
    >>> escape("png\\u202e")
    'png\\\\<U\\\\+202E\\\\>'
    """
    parted = _LATE.sub(rf"\g<0>{_JOINER}", visible(" ".join(text.split())))
    return _MARKUP.sub(r"\\\1", parted)
