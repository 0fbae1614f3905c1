"""Matches and circles as files: export, import, checks, limits (docs/RECORDS.md).

One match as JSON is in `rules.records`.
"""
