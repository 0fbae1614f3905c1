"""Lists of matches: find, describe, archive, delete, restore.

What happened in a match is in `matches`.
"""
