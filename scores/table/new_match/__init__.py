"""Setting up a match and its rematch: variant, house rules, players, dealer.

The rules themselves are in `house_rules`.
"""
