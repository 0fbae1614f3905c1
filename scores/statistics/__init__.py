"""Sums over finished matches: persons, league, records, ratings, and their pages.

Results of one match are in `matches.results`.
"""
