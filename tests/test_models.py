"""The model list of the pinned LiteLLM range. Values were read in release 1.110.2."""

import subprocess
import sys

import pytest

from compaction_core.errors import UnknownName
from compaction_core.models import model, models, window_of


def test_windows_and_prices() -> None:
    found = model("gpt-4.1")
    assert found.context_window == 1_047_576
    assert (found.prices_at(1000).input, found.prices_at(1000).output) == (2e-06, 8e-06)


def test_a_long_request_has_its_own_price() -> None:
    """gemini-2.5-pro: $1.25 a million up to 200,000 tokens, $2.50 above."""
    found = model("gemini/gemini-2.5-pro")
    assert found.prices_at(200_000).input == 1.25e-06
    assert found.prices_at(200_001).input == 2.5e-06


def test_an_unknown_model_has_no_window() -> None:
    assert window_of("no-such-model") is None and window_of(None) is None
    with pytest.raises(UnknownName, match="gpt"):
        model("gpt-4.1-nonsense")


def test_only_models_with_a_window_are_listed() -> None:
    assert len(models()) > 500
    assert all(entry.context_window > 0 for entry in models().values())


def test_reading_the_list_does_not_import_litellm() -> None:
    script = "import sys; from compaction_core.models import models; models(); print('litellm' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
