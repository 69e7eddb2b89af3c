"""Station 7: value generalisation hierarchies, their quality and how to make them."""
