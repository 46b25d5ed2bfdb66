"""How much is masked, missed and masked for nothing: ``python -m tests.redaction.measure [--show N] PATHS…``.

Each file is read as transcripts, or as plain text where it is none. Reported: what is found; where a second
labelling disagrees (look at them: it is naive); how many planted values are missed; megabytes a second.
Nothing is written; contexts are printed only with --show.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from compaction_core.errors import CompactionError
from compaction_core.importers import load_all
from compaction_core.redaction import ALL, redact
from compaction_core.redaction.masking import redacted
from compaction_core.redaction.records import _mapped
from tests.redaction.canaries import planted
from tests.redaction.second import labelled

CANARIES = 20
"""Values planted into one document."""
LARGEST = 400_000
"""Characters of a document into which values are planted."""


def documents(paths: list[Path]) -> Iterator[tuple[str, list[str]]]:
    """The texts of each conversation, or of each file that is none."""
    for path in sorted(file for each in paths for file in (each.rglob("*") if each.is_dir() else [each])):
        if not path.is_file():
            continue
        try:
            sessions = load_all(path)
        except CompactionError:
            try:
                yield str(path), [path.read_text(encoding="utf-8")]
            except ValueError:
                continue
            continue
        for session in sessions:
            texts: list[str] = []
            _mapped((session.title, session.messages, session.threads), lambda text, to=texts: to.append(text) or text)
            yield str(path), texts


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=0, help="contexts of each kind to print")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    draw = random.Random(asked.seed)
    found: Counter[str] = Counter()
    distinct: dict[str, Counter[str]] = {kind: Counter() for kind in ALL}
    only_second: dict[str, Counter[str]] = {kind: Counter() for kind in ALL}
    only_ours: dict[str, Counter[str]] = {kind: Counter() for kind in ALL}
    hit: Counter[tuple[str, str]] = Counter()
    missed: Counter[tuple[str, str]] = Counter()
    examples: list[str] = []
    size = seconds = 0.0
    number = 0
    for _, texts in documents(asked.paths):
        number += 1
        begin = time.process_time()
        done = redacted(texts, ALL)
        seconds += time.process_time() - begin
        size += sum(map(len, texts))
        ours = {(s.kind, text[s.start : s.stop]) for text, one in zip(texts, done, strict=True) for s in one.spans}
        for text, one in zip(texts, done, strict=True):
            for span in one.spans:
                found[span.kind] += 1
                distinct[span.kind][text[span.start : span.stop]] += 1
        second = {pair for text in texts for pair in labelled(text)}
        _compare(ours, second, only_ours, only_second)
        text, canaries = planted("\n".join(texts)[:LARGEST], CANARIES, draw)
        masked = redact(text).text
        for each in canaries:
            seen = each.value in masked
            (missed if seen else hit)[each.kind, each.shape] += 1
            if seen:
                examples.append(f"{each.kind} {each.shape}: {each.text!r}")
    print(f"{number:,} documents, {size / 1e6:.1f} M characters, {size / 1e6 / seconds:.1f} M characters a second")
    for kind in ALL:
        print(
            f"{kind}: {found[kind]:,} masked, {len(distinct[kind]):,} different; "
            f"only ours {len(only_ours[kind]):,}, only the second labelling {len(only_second[kind]):,}"
        )
        for name, values in (("ours", only_ours[kind]), ("second", only_second[kind]), ("all", distinct[kind])):
            for value, times in values.most_common(asked.show):
                print(f"    {name}: {times:,} × {value[:110]!r}")
    _planted(hit, missed)
    for line in examples[: asked.show]:
        print(f"    missed: {line[:160]}")


def _compare(ours: set[Any], second: set[Any], only_ours: dict[str, Any], only_second: dict[str, Any]) -> None:
    """Values that one labelling has and the other has no part of."""
    for mine, theirs, into in ((ours, second, only_ours), (second, ours, only_second)):
        for kind, value in mine:
            others = [other for other_kind, other in theirs if other_kind == kind]
            if kind in into and not any(value in other or other in value for other in others):
                into[kind][value] += 1


def _planted(hit: Counter[tuple[str, str]], missed: Counter[tuple[str, str]]) -> None:
    for kind in dict.fromkeys(kind for kind, _ in hit + missed):
        shapes = sorted({shape for each, shape in hit + missed if each == kind})
        caught, all_of = sum(hit[kind, s] for s in shapes), sum(hit[kind, s] + missed[kind, s] for s in shapes)
        print(f"planted, {kind}: {caught:,} of {all_of:,} masked ({100 * caught / all_of:.1f}%)")
        for shape in shapes:
            if missed[kind, shape]:
                print(f"    {shape}: {missed[kind, shape]:,} of {hit[kind, shape] + missed[kind, shape]:,} missed")


if __name__ == "__main__":
    main()
