"""Speed and loss of every kernel and of the whole pipeline; RESULTS.md keeps the results of a run."""
