"""Station 11: what it cost and what risk is left."""
