"""The claims table names strategies that exist, and the described ones differ from the released ones as it says."""

from compaction_core.claims import articles, claims
from compaction_core.comparison import first_difference
from compaction_core.strategies import plan, strategies
from tests.make import dialogue


def test_every_claim_belongs_to_an_article_and_says_all_three_things() -> None:
    names = {article.name for article in articles()}
    for claim in claims():
        assert claim.article in names and claim.said and claim.does and claim.evidence
    assert {claim.article for claim in claims()} == names


def test_every_article_names_strategies_of_the_registry() -> None:
    for article in articles():
        assert article.released in strategies.names()
        assert not article.described or article.described in strategies.names()


def test_the_first_try_is_at_the_ratio_as_described_and_ten_points_later_as_released() -> None:
    """letta.md §3: the increment comes first (compaction.ts:608)."""
    found = dialogue(20)
    described = next(s for s in plan(found, "letta-code-as-described", 150).steps if s.kind == "try")
    assert "never at" not in described.text, "only the release adds to the ratio before its first try"
    released = next(s for s in plan(found, "letta-code", 150).steps if s.kind == "try")
    assert (described.ratio, released.ratio) == (0.3, 0.4)


def test_the_gate_of_20k_exists_only_in_the_article() -> None:
    """agents.md §7: compaction has no minimum gain."""
    small = dialogue(40)
    assert plan(small, "opencode-as-described", 1_000).cut is None
    assert "nothing is compacted" in plan(small, "opencode-as-described", 1_000).steps[-1].text
    assert plan(small, "opencode-as-described", 1_000, prune_minimum=0).cut is not None


def test_the_two_letta_plans_part_at_the_first_try() -> None:
    found = dialogue(20)
    parted = first_difference(plan(found, "letta-code-as-described", 1000), plan(found, "letta-code", 1000))
    assert parted is not None and parted.text.startswith("Where they part.")


def test_the_server_s_threshold_by_model_is_the_article_s_alone() -> None:
    """letta.md §2.2: 90% for every model since 0.16.7; GPT-5 at 90% and others at 100% held for two days of March."""
    described, released = strategies.get("letta-server-as-described"), strategies.get("letta-server")
    lines = [
        strategy.threshold(200_000, strategy.parameters(agent_handle=handle))
        for strategy in (described, released)
        for handle in ("openai/gpt-5", "anthropic/claude-sonnet-4-5")
    ]
    assert lines == [180_000, 200_000, 180_000, 180_000]
