"""Every option of a ruleset in words, its form, and the rules a new match may start from.

What an option means is in `rules`.
"""
