"""Cards, melds and the search for the best arrangement.

Nothing here about closing, points of a hand or matches.
"""
