"""Mapping texts to concepts."""
