"""Matches and circles as files: export, import, checks, limits (docs/RECORDS.md)."""
