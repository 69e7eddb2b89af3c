"""Verification of written releases, independent of the methods that made them."""
