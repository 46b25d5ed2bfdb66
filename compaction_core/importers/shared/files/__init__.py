"""Untrusted bytes on disk: packed, in folders and databases, as JSON that is not quite."""
