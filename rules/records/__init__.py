"""A whole match as one JSON document, in and out (docs/RECORDS.md).

How one entry is written is in `match.log_json`.
"""
