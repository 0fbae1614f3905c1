"""Who is likely to win: the chances now, after each hand, and in a correction, and their pages.

The chances themselves are computed in `rules.forecast`.
"""
