"""Sets and search logs: what is particular to records that hold many things at once."""
