"""What stands in, on a phone, for modules that it does not have.

`phone.replaced_imports` makes of an import of `django.utils.html` one of `phone.stand_ins.django.utils_html`,
and so on for each module that has a file here. It has the few names that the modules of a phone use, and they
mean the same as in the module that it stands in for.
"""
