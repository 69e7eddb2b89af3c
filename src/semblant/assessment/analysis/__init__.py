"""What analysts keep: statistics of columns, associations, queries, models, before and after masking."""
