"""Reading a transcript with fixed rules: what the offline summarizer is made of.

The messages become a ``Reading`` (turns, calls and their outcomes); each section module turns it into ``Item``s;
``budget`` chooses those that fit. Nothing here writes a word about the session that the session does not hold.
"""
