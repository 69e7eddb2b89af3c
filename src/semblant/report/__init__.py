"""Pages people read."""
