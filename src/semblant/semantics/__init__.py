"""Semantic measures: distances and similarities of concepts, and the operators built on them."""
