"""The knobs of a ruleset in words and as a form, and the rules that a new match may start from."""
