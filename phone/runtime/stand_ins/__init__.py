"""What stands in, on a phone, for modules that it does not have.

The build makes of an import of `django.utils.html` one of `django/utils_html.py` in this folder, and so on
for each module with a file here. It has the few names that the modules of a phone use, and they mean the same
as in the module that it stands in for.
"""
