"""The pipeline from a file to a verified release, and comparisons of methods."""
