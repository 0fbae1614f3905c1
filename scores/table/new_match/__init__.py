"""Setting up a match and its rematch: variant, house rules, players, dealer."""
