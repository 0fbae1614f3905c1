"""Compiles Django templates to plain Python, for a phone that has no Django. Runs in the build."""
