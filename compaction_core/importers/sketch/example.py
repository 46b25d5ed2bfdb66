"""A sketch to begin with: it shows what a sketch can hold."""

EXAMPLE = """\
sketch: 1
model: claude-sonnet-4-5
context_window: 200000
tools: 5000
messages:
  - system: You are a careful programmer.
  - user: Read both files and say which one is older.
  - {assistant: Reading., calls: [a, b], usage: {input: 5200, output: 40}}
  - {tool: "x = 1 ", of: a, repeated: 900}
  - {tool: contents, of: b, filler: 30000}
  - times: 40
    messages: [{user: And then, filler: 50}, {assistant: Like this, filler: 800}]
"""
"""``filler`` is words of one token each; ``repeated`` writes a text again; ``times`` writes messages again."""
