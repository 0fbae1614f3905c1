"""Correcting or removing earlier lines: a draft, its review, one saved line."""
