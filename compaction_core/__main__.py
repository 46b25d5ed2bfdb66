"""``python -m compaction_core`` is the ``compaction-explorer`` command."""

import sys

from compaction_core.cli import main

sys.exit(main())
