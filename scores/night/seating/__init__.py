"""Seating a round: a draft, what it costs, and publishing it."""
