"""Lists of matches: find, describe, archive, delete, restore."""
