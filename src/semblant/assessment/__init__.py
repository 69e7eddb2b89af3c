"""Assessment: information loss and remaining risk of a release."""
