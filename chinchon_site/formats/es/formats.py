"""Dates in Spanish: «22 nov 2026»."""

DATE_FORMAT = "j b Y"
