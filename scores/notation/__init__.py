"""How names, numbers and cards are written. No sentences: they are in `wording`."""
