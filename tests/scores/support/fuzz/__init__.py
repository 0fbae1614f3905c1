"""Random requests to every address as every kind of phone, for tests/scores/test_fuzz.py.

`world` creates circles and phones, `pages` collects the addresses and forms of pages, `request` sends a
request, `mutating` changes requests and files, `invariants` checks responses and stored rows, `evening` is
the loop.
"""
