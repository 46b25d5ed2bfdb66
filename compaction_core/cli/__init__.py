"""The command line: load, plan, compact, the lists of what there is, and the app.

Read in order: ``arguments`` (what can be asked) · ``source`` (FILE) · ``settings`` (--set, and the way back) ·
``commands`` (what is done) · ``records`` (as JSON) · ``show`` (as text) · ``app`` (starts Streamlit).
"""

import os
import sys
from collections.abc import Sequence

from compaction_core.cli.arguments import parser
from compaction_core.cli.masking import masked
from compaction_core.cli.settings import reproduce
from compaction_core.errors import CompactionError
from compaction_core.report.words import one_line

__all__ = ["main", "reproduce"]

BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141  # what a shell reports for a program stopped by SIGPIPE


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, or 2 with one line on stderr for what cannot be done."""
    try:
        arguments = parser().parse_args(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
    try:
        with masked(arguments):
            code: int = arguments.run(arguments)
        sys.stdout.flush()
    except CompactionError as error:
        print(f"compaction-explorer: {one_line(str(error), 1000)}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # the reader (head, less) has left: what is still buffered must not complain at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return code
