"""Station 2: what words can mean."""
