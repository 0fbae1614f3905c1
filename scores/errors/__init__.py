"""The pages for failed requests, which show again what was typed.

What a form refuses is shown by its own page.
"""
