"""Draws SVG templates as PNG with bundled fonts and emoji.

What a picture shows is in `checker.check_card` and `recap.match_card`.
"""
