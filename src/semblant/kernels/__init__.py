"""Compiled loops over flat arrays; the only place that imports numba."""
