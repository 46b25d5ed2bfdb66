"""What no window changes is counted once: another window over it is the same as watching from the start."""

import pytest

from compaction_core.samples import open_sample
from compaction_core.strategies import strategies
from compaction_core.tokens import measure
from compaction_core.watching import growing, watch


@pytest.mark.parametrize("name", strategies.names())
def test_another_window_needs_no_counting_again(name: str) -> None:
    found, strategy = open_sample("parallel_pending"), strategies.get(name)
    settings = strategy.parameters()
    own = measure(found, strategy.estimator(settings))
    grown = growing(found, strategy, own, settings)
    for window in (None, 1, 1_800, 1_000_000):
        assert watch(found, strategy, own, window, settings, grown=grown) == watch(
            found, strategy, own, window, settings
        )
