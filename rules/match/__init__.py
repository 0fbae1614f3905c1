"""A match as a fold of its log: verify, play, correct, settle. No cards: a hand arrives as numbers."""
