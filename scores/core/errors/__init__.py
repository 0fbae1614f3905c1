"""Pages for failed requests; they show again what was typed.

Errors in a form are shown by the page of the form.
"""
