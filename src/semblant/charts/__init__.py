"""Charts as SVG for reports, hierarchies, notebooks and pictures written by the command line."""
