"""Station 10: the whole way, from a file to a proven release."""
