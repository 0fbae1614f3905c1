"""The stored match: its log (the only writer), the scoresheet read from it, the results kept for SQL.

Lists of matches are in `archive`.
"""
