"""Pages for failed requests; they show again what was typed.

Errors of a form are shown by the page of the form.
"""
