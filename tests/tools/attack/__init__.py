"""Attacks on the served app that print what they measured: `python -m tests.tools.attack`."""
