"""Seating a round: a draft, what it costs, publishing it, and what changes it afterwards."""
