"""The Letta server's compaction as an article describes it: GPT-5 models earlier than all others."""

from pydantic import Field

from compaction_core.strategies.base import Evidence, Parameters, strategies
from compaction_core.strategies.letta_server.parameters import LettaServerParameters, ThresholdRule
from compaction_core.strategies.letta_server.strategy import LettaServer


class LettaServerDescribedParameters(LettaServerParameters):
    """The release's settings with the article's threshold."""

    threshold_rule: ThresholdRule = Field(
        default="gpt5_90",
        title="Threshold",
        description="The article: 90% of the window for the GPT-5 family, 100% for others. No tagged release had it.",
    )


class LettaServerDescribed(LettaServer):
    """Only the threshold differs: what is cut, and how, is as released."""

    name = "letta-server-as-described"
    label = "Letta server, as described"
    family = "As described"
    version = "article"
    date = "2026-03-10"
    source = "article 004 of the three this project grew from; its claims are judged in claims.toml"
    evidence: Evidence = "article"
    parameters: type[Parameters] = LettaServerDescribedParameters


strategies.add(LettaServerDescribed())
