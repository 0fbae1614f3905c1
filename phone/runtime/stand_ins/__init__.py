"""What stands in, on a phone, for modules that it does not have.

STAND_INS of `phone.build.sources` says for which. Each has the few names that the modules of a phone
use, and they mean the same as there.
"""
