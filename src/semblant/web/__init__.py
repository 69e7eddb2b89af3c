"""The local web application: one steward, one machine; every decision it takes is a line of the policy file."""
