"""Where rows are read, dealt and counted and blocks are masked: in this process, or by the workers of a cluster."""
