"""The app's state, typed, every piece of it in one place. The URL holds names and numbers only, never objects."""
