"""Privacy models: k-anonymity, l-diversity and t-closeness."""
