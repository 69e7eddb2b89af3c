"""Station 3: how far apart two meanings are."""
