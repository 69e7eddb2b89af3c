"""Station 5: records as points."""
