"""Circles and their players: names, merging two circles, merging two players.

Who may do so is in `access`.
"""
