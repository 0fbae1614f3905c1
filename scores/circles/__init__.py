"""Circles and their players: names, merging two circles, merging two names.

Who may do so is in `access`.
"""
