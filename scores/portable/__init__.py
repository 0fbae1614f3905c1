"""Matches and whole circles taken away as files, and brought in again (docs/RECORDS.md)."""
