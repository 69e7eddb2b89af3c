"""Methods for sets."""
