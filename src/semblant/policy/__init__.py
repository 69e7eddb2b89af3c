"""The policy: its model, its text and its file."""
