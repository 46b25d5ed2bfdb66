"""Readers and decisions of ours beside the released package they follow; each needs an extra of its own."""
