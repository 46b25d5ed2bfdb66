"""What a provider accepts and where a cut breaks it, one rule a file; ``lint`` judges settings before they are used."""

from compaction_core.structure.base import Rule, check, listed, rules
from compaction_core.structure.providers import PROVIDERS, Provider, provider, provider_of

__all__ = ["PROVIDERS", "Provider", "Rule", "check", "listed", "provider", "provider_of", "rules"]
