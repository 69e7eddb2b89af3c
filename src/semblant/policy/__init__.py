"""What the steward decides: the policy's model, its text and its file."""
