"""Planning beside LangChain, OpenHands and agent-framework: one module per peer."""
