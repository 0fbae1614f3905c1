"""Renders SVG templates as PNG with bundled fonts and emoji."""
