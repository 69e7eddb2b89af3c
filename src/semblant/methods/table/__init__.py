"""Methods for tables."""
