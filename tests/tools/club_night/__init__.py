"""A whole night against a served app, and a second count of what it has stored."""
