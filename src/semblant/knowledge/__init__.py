"""Vocabularies: taxonomies of concepts and their terms, from many sources."""
