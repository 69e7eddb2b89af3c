"""What a steward looks at while deciding on a policy and judging a release: columns, words, quick runs, rows."""
