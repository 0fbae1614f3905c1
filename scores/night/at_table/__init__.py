"""What a phone at a table of the night sees above its board, and what it tells the organiser."""
