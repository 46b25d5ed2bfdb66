"""Plan beside LangChain, OpenHands and agent-framework, on the same messages, with the same counter.

Theirs is the released code that chooses, without any call of a model; ours is ``plan_context`` with every step and
sentence, on a counted session, which is how the product runs. Counting comes once before, and is shown beside it. CPU
time, medians, in one run. Where both do not choose the same, the times are no comparison: that is said, and the exit
code is 1, as where a ratio stays below the target or a peer cannot be run.
"""

import importlib
import subprocess
import sys

from benchmarks.planning.measuring import Compared

TARGET = 100
PEERS = {"LangChain": "langchain", "agent-framework": "agent_framework", "OpenHands": "openhands"}


def told(peer: str, found: Compared) -> bool:
    """Print one comparison; False where it misses."""
    same, ratio = found.their_cut == found.our_cut, found.theirs.seconds / found.ours.seconds
    print(f"\n{peer}: {found.what}")
    print(f"  {found.messages:,} messages, {found.tokens:,} tokens by the counter {found.counter!r}")
    print(f"  chosen   {found.their_cut}" if same else f"  DIFFERENT CHOICE: {found.their_cut} / ours {found.our_cut}")
    print(f"  timed    {found.timed}")
    ours = f"ours {found.ours}, after counting once in {found.counting * 1000:,.0f} ms"
    reached = found.no_target is not None or ratio >= TARGET
    target = f"no target: {found.no_target}" if found.no_target else f"target {TARGET}{'' if reached else ', MISSED'}"
    print(f"  theirs {found.theirs}; {ours}: {ratio:,.1f} x ({target})", flush=True)
    return same and reached


def main() -> int:
    """Every peer that is named, or all."""
    good = True
    for peer in sys.argv[1:] or PEERS:
        try:
            compared = importlib.import_module(f"benchmarks.planning.{PEERS[peer]}").compared
            for found in compared():
                good = told(peer, found) and good
        except (ImportError, OSError, subprocess.SubprocessError) as error:
            reason = (getattr(error, "stderr", None) or str(error)).strip().splitlines()[-1:]
            print(f"\n{peer}: not measured: {type(error).__name__} {' '.join(reason)}")
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
