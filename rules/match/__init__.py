"""A match is computed from its log: verify, play, correct, settle. No cards: a hand has only its numbers."""
