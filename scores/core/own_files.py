"""The files that the app saves, shares and takes: their types and endings (docs/RECORDS.md)."""

MATCH = "application/json"
CIRCLE = "application/x-ndjson"
SHARED = "text/plain"  # a circle, too: share sheets send no file of an unknown type
ENDINGS = {MATCH: ".json", CIRCLE: ".jsonl", SHARED: ".txt"}
