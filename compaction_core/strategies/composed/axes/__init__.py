"""The thirteen axes as records: what each can be set to, with ranges and defaults. They decide nothing by themselves.

Read in order: ``base`` · ``trigger`` and ``limits`` (when) · ``passes`` (before the cut) · ``selectors`` and
``cutting`` (where to cut) · ``summary`` (what is read and asked) · ``after`` (what comes of it).
"""
