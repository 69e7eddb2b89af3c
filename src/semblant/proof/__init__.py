"""Verification that knows no method: what written bytes promise."""
