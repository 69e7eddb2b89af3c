"""Station 1: a table comes in."""
