"""A whole night against a served app, and what it has stored against what was sent."""
