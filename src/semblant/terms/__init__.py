"""Station 4: from text to concepts."""
