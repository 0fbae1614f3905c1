"""Circles and their players: names, merging two circles, merging two players."""
