"""How names, numbers and cards are written; words that pages share. Sentences are in `wording`."""
