"""Correcting or removing earlier lines: a draft, its review, one saved line.

How the rules judge it is in `rules.match.corrections`.
"""
