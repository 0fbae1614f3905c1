"""The board of a match, and its polling."""
