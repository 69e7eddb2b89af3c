"""A first policy for a table: a role and a kind for every column, each with its reason."""
