"""Model calls that a tracing library wrote down, put together as conversations."""
