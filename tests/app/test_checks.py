"""The checks page, without a browser."""

import shlex
import time

import pytest
from streamlit.testing.v1 import AppTest

from compaction_core.cli import main
from compaction_core.findings import Finding
from compaction_core.session import Message, Session, Text
from compaction_core.structure.checkup import Found
from tests.app.test_pages import ROOT, headline, visitor
from ui.checks import marked
from ui.state.transcripts import Kept

PAGE = ROOT / "pages" / "checks.py"


def opened(**params: str) -> AppTest:
    return visitor("checks", **params)


def test_the_first_sentence_says_the_result() -> None:
    app = opened()
    assert not app.exception
    assert headline(app) == (
        "After #344, Letta Code: OpenAI chat takes the lists before and after, and nothing in these settings stands "
        "against it."
    )


def test_a_strict_template_refuses_the_long_session() -> None:
    """A user message stands right behind a tool result at #118."""
    app = opened(provider="strict-template,nonsense")
    assert app.multiselect(key="check_providers").value == ["strict-template"]
    assert "A strict chat template (Mistral, Gemma) would refuse the list before." in headline(app)
    assert "nothing in these settings" not in headline(app)
    table = app.dataframe[0].value
    assert "user-after-tool" in table["code"].to_list() and "#117, #118" in table["messages"].to_list()


def test_settings_that_cannot_work_are_in_the_sentence() -> None:
    app = opened(session="first_example", strategy="pi", window="8192")
    assert "these settings cannot work here (" in headline(app)
    said = " ".join(block.value for block in app.markdown)
    assert "What is held back is as large as" in said and "Lower the reserve" in said


def test_the_filter_narrows_the_table() -> None:
    app = opened(provider="strict-template")
    app.button_group(key="check_severities").set_value(["error"]).run()
    assert set(app.dataframe[0].value["severity"]) == {"error"}
    app.button_group(key="check_severities").set_value([]).run()
    assert not app.exception and any("Nothing was found" in note.value for note in app.caption)


def owned(*models: str) -> dict[str, Kept]:
    """One transcript for each model, as the visitor loaded them."""
    made = [
        Session(format="openai_chat", model=model, messages=(Message(role="user", parts=(Text(text=model),)),))
        for model in models
    ]
    return {one.digest: Kept(one, f"{one.model}.json", 1, time.monotonic()) for one in made}


def test_the_provider_follows_the_session_until_a_person_chooses() -> None:
    """Claude points to Anthropic, Gemini to Gemini, the first sample to nothing: OpenAI chat."""
    app = opened()
    own = owned("claude-sonnet-4-5", "gemini-2.5-pro")
    claude, gemini = own
    app.session_state["own"] = own
    chosen = lambda: app.multiselect(key="check_providers").value  # noqa: E731
    assert chosen() == ["openai-chat"] and "provider" not in app.query_params
    for digest, name in ((claude, "anthropic"), (gemini, "gemini")):
        app.session_state["chosen_later"] = digest
        app.run()
        assert not app.exception and chosen() == [name] and "provider" not in app.query_params
    app.multiselect(key="check_providers").set_value(["strict-template"]).run()
    app.session_state["chosen_later"] = claude
    app.run()
    assert chosen() == ["strict-template"] and app.query_params["provider"] == "strict-template"


def test_a_link_s_provider_stands_for_every_session() -> None:
    app = opened(provider="gemini")
    app.session_state["own"] = own = owned("claude-sonnet-4-5")
    app.session_state["chosen_later"] = next(iter(own))
    app.run()
    assert app.multiselect(key="check_providers").value == ["gemini"]


def test_no_provider_is_no_error() -> None:
    app = opened()
    app.multiselect(key="check_providers").set_value([]).run()
    assert not app.exception and headline(app).endswith("no provider is chosen.")


@pytest.mark.parametrize("strategy", ["letta-server", "openhands", "langchain-trim-messages", "keep-all"])
def test_other_systems_can_be_judged(strategy: str) -> None:
    app = opened(strategy=strategy, provider="anthropic,gemini,openai-responses")
    assert not app.exception and headline(app)


def said(app: AppTest) -> str:
    return " ".join(block.value.replace("\\", "") for block in app.markdown)


def command(app: AppTest) -> list[str]:
    """The command that the page shows, as a shell would split it."""
    return next(shlex.split(block.value) for block in app.code if block.value.startswith("compaction-explorer check"))


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({}, 0),
        ({"session": "first_example", "strategy": "pi", "window": "8192"}, 1),
        ({"session": "first_example", "strategy": "pi", "window": "8192", "blocking": "none"}, 0),
        ({"blocking": "next-trigger"}, 1),
        ({"provider": "strict-template,gemini"}, 1),
        ({"session": "parallel_pending", "strategy": "by-hand", "after": "26", "blocking": "warning"}, 1),
    ],
)
def test_the_command_beside_the_verdict_gives_the_same(
    params: dict[str, str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the page says a CI would do is what the command line does."""
    app = opened(**params)
    assert f"exit code {code}" in said(app) and not app.exception
    assert main(command(app)[1:]) == code
    capsys.readouterr()


def test_a_person_chooses_what_blocks() -> None:
    app = opened()
    assert "This would pass CI: exit code 0; none of the" in said(app)
    app.multiselect(key="check_blocking").set_value(["note"]).run()
    assert "This would fail CI: exit code 1;" in said(app) and command(app)[-2:] == ["--blocking", "note"]
    app.multiselect(key="check_blocking").set_value([]).run()
    assert "nothing is chosen to block" in said(app) and command(app)[-2:] == ["--blocking", "none"]


def test_where_the_trigger_is_looked_at_and_how_many_turns_are_left() -> None:
    """190 looks up to #344, as the finding says too."""
    app = opened(check_part="next")
    assert "Letta Code: it looks at its trigger before every new prompt and after every answer, 190 times" in said(app)
    assert "turns are left until it fires next" in said(app)


def test_what_if_the_next_message_is_large() -> None:
    """Letta Code's line is 111,616; 30,000 more than what is left after compacting pass it."""
    app = opened(check_part="next")
    assert "With a tool result of 5,000 tokens next" in said(app) and "it does not fire" in said(app)
    app.number_input(key="what_if_tokens").set_value(30_000).run()
    assert "it fires at" in said(app) and "The plan then:" in said(app)
    app.number_input(key="what_if_tokens").set_value(100_000).run()
    assert "It does not fit the window of 128,000" in said(app)
    app.button_group(key="what_if_base").set_value("as it is").run()
    assert "it had fired before" in said(app) and not app.exception


def test_a_session_that_never_compacts_has_one_list_to_try_on() -> None:
    app = opened(session="first_example", window="100000", check_part="next")
    assert app.button_group(key="what_if_base_alone").options == ["as it is"]
    assert "From here" in said(app) or "Turns left cannot be told" in said(app)


def test_warnings_are_in_the_first_sentence() -> None:
    app = opened(session="no_legal_cut")
    number = sum(app.dataframe[0].value["severity"] == "warning")
    assert number > 1 and headline(app).endswith(f"lists before and after; {number} warnings, about the settings.")
    assert any(cell.startswith("#0–#") for cell in app.dataframe[0].value["messages"])


def test_a_trigger_that_does_not_fire_is_in_the_first_sentence() -> None:
    app = opened(session="giant_output", strategy="cline", window="200000")
    assert "its trigger does not fire; Anthropic takes the list, but would refuse what a compaction" in headline(app)


def test_a_finding_about_the_whole_is_not_marked_on_every_message() -> None:
    whole = Finding(code="script-undercount", severity="warning", text="a", advice="b", messages=tuple(range(20)))
    some = Finding(code="orphan-result", severity="error", text="a", advice="b", messages=tuple(range(12)))
    found = [
        Found(where="settings", provider=None, finding=whole),
        Found(where="after", provider="gemini", finding=some),
    ]
    assert set(marked(found)) == set(range(12))
