"""The stored match: its log (the only writer), the scoresheet read from it, its results in columns."""
