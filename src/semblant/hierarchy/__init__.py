"""Value generalisation hierarchies: reading, building, scoring and improving them."""
