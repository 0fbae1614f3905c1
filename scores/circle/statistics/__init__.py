"""Statistics over finished matches: players, league, records, ratings, and their pages."""
