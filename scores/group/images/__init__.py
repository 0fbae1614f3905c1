"""Renders SVG templates as PNG with bundled fonts and emoji.

The content of the pictures is in `checker.views` and `recap.share`.
"""
