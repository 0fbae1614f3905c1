"""Pages of who is likely to win. The chances themselves are computed in `rules.forecast`."""
