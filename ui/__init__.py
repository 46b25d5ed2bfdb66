"""What knows Streamlit and is no page: state, caching, shared parts, the player."""
