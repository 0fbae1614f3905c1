"""Writes the Python of MicroPython that a phone runs, from `phone.runtime`, its imports and the templates.

Runs when static files are collected (chinchon_site/engine_file.py).
"""
