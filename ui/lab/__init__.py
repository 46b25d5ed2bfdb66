"""The summary lab: one request, up to six columns that answer it, and what each of them costs and gets wrong.

Read in order: ``prompts`` (what is asked) · ``choices`` (who is asked) · ``keys`` · ``sending`` (what would leave) ·
``runs`` (threads, no Streamlit) · ``results`` (what came back). Everything a visitor types here stays in this browser
session's memory under keys that start with ``lab_``; nothing of it goes into the URL.
"""
