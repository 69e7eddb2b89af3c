"""How the work is cut and run."""
