"""Station 6: privacy models."""
