"""The log of a night as it is stored: its events as JSON, and the form of 1.0.0."""
