"""Translates the modules that a phone runs from CPython's Python into MicroPython's: ast in, source out.

Runs when static files are collected (chinchon_site/engine_files.py). Standard library only.
"""
