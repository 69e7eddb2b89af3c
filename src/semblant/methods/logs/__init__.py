"""Methods for search logs."""
