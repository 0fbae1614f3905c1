"""Statistics over finished matches: players, league, records, ratings, and their pages.

Results of one match are in `matches.results`.
"""
