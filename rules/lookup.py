"""`Lookup[K, V]` is a dict that is only looked up in, and never gone through.

It marks the dicts that may lose the order of their keys: in a phone MicroPython has no dict that is both fast
and in order. The tests of the translated rules raise an error where a marked dict is iterated.
"""

Lookup = dict
