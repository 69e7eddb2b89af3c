"""Our own SVG: one way to draw for reports, hierarchies, notebooks and the terminal’s pictures."""
