"""Speed and loss of every kernel and of the whole way; RESULTS.md keeps what a run said."""
