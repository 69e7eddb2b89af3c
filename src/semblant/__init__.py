"""Semblant."""
