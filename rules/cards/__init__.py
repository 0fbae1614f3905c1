"""Cards, melds and the search for the best arrangement.

Nothing here knows closes, points of a hand or a match.
"""
