"""Keeps score for phones at a table.

Here: models and what all packages share. The games themselves are in `rules`.
"""
