"""Text that is not ours, made safe for the few places where Streamlit reads Markdown."""

import re

_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+!|~$:-])")


def escape(text: str) -> str:
    """Untrusted text as literal Markdown: every character that could start markup gets a backslash.

    >>> escape("a *b* :red[c] $x$")
    'a \\\\*b\\\\* \\\\:red\\\\[c\\\\] \\\\$x\\\\$'
    """
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
