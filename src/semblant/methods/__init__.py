"""Station 8: methods, one file per family."""
