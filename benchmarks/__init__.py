"""Speed, each figure beside its floor or peer in the same run."""
