"""``counters``: the same session by every counter, held against a tokenizer."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from compaction_core.cli import source
from compaction_core.cli.commands import print_json, print_text
from compaction_core.counting import (
    CachedTokens,
    Counted,
    Divergence,
    Makeup,
    Share,
    Weighed,
    cached_tokens,
    compared,
    images,
    makeup,
    runs_weighed,
    shares,
)
from compaction_core.counting.weighing import GROUP_WORDS
from compaction_core.report.words import counted_by, fit, visible
from compaction_core.tokens import counters as registry
from compaction_core.tokens import measure
from compaction_core.words import count, percent

NAMES = 44
"""Columns of a counter's label."""


def counters(asked: Namespace) -> int:
    """Print what every counter makes of a session, of its scripts, its base64 and images, and of cached tokens."""
    session, _ = source.session(asked.file, asked.conversation, asked.member)
    real = measure(session, asked.counter)
    counts = [real if name == real.counter else measure(session, name) for name in registry.names()]
    found, made, by = compared(real, counts), makeup(session), list(registry)
    shared = shares(made, counts)
    runs, pictures = runs_weighed(session, made, by), images(session, by)
    told = cached_tokens(session, real)
    if asked.json:
        return print_json(_record(found, made, shared, runs, pictures, told))
    return print_text(visible("\n".join(_shown(found, made, shared, (*runs, *pictures), told))))


def _record(
    found: Divergence,
    made: Makeup,
    shared: Sequence[Share],
    runs: Sequence[Weighed],
    pictures: Sequence[Weighed],
    told: CachedTokens,
) -> dict[str, Any]:
    call = told.largest
    return {
        **found.model_dump(mode="json"),
        "scripts": {script: made.characters(script) for script in made.columns},
        "by_script": [share.model_dump(mode="json") for share in shared],
        "base64": [piece.model_dump(mode="json") for piece in runs],
        "images": [piece.model_dump(mode="json") for piece in pictures],
        "cached": {
            "calls": len(told.calls),
            "caching": len(told.caching),
            "counted_twice": [one.message for one in told.doubled],
            "left_out": [one.message for one in told.missing],
            "largest": None
            if call is None
            else {
                "message": call.message,
                "usage": asdict(call.usage),
                "once": call.once,
                "twice": call.twice,
                "input_alone": call.left_out,
                "counted": call.counted,
            },
        },
    }


def _shown(
    found: Divergence, made: Makeup, shared: Sequence[Share], pieces: Sequence[Weighed], told: CachedTokens
) -> list[str]:
    real = registry.get(found.against)
    ranked = sorted(found.counted, key=lambda each: (each.ratio or 0, each.counter))
    lines = [
        f"{count(found.total, 'token')} by {counted_by(real.name, real.basis)}; every counter against it, with the "
        "spread of an estimate over this session:",
        *map(_line, ranked),
    ]
    whole = sum(made.characters(script) for script in made.columns)
    mix = ", ".join(f"{script} {percent(made.characters(script), whole)}" for script in made.columns)
    lines.append(f"Scripts: {mix or 'no text'}.")
    for share in shared:
        off = ((name, share.ratio(name, found.against)) for name in ("chars4_ceil", "bytes4_ceil", "cjk_weighted"))
        errors = ", ".join(f"{name} {ratio:.2f}×" for name, ratio in off if ratio is not None)
        messages, tokens = count(len(share.messages), "message"), count(share.tokens[found.against], "token")
        lines.append(f"  {GROUP_WORDS[share.group]}: {messages}, {tokens}; {errors}")
    lines.append("Base64 in text and images:" if pieces else "No base64 in text, no images.")
    for piece in pieces:
        flat = "" if piece.flat is None else f"; as an image by its size {piece.flat:,}"
        low, high = min(piece.tokens.values()), max(piece.tokens.values())
        lines.append(
            f"  #{piece.message}: {piece.what}, {piece.characters:,} characters: {low:,} to {high:,} tokens by "
            f"counter, {piece.tokens[found.against]:,} by {real.label}{flat}"
        )
    return [*lines, _cache(told)]


def _line(each: Counted) -> str:
    ratio = "     –" if each.ratio is None else f"{each.ratio:5.2f}×"
    spread = "" if each.band is None else f"{each.band.low:.2f}–{each.band.high:.2f}"
    worst = ""
    if each.worst:
        first = each.worst[0]
        worst = f"most in #{first.message}: {first.tokens:,} against {first.against:,}"
    label = fit(each.label, NAMES)
    return f"  {label:<{NAMES}} {each.total:>10,} {ratio} {spread:<11} {worst}".rstrip()


def _cache(told: CachedTokens) -> str:
    call = told.largest
    if call is None:
        return "No cached tokens are reported."
    wrong = " They look counted twice." if told.doubled else " They look left out." if told.missing else ""
    return (
        f"Cached tokens in {count(len(told.caching), 'call')}; the most in #{call.message}: {call.once:,} as loaded, "
        f"{call.twice:,} if the cache is added to an input that has it, {call.left_out:,} without it; our count of its "
        f"list: {call.counted:,}.{wrong}"
    )
