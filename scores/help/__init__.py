"""The rules of one table in words, a page for each game.

Whatever a knob says is read from the ruleset, and whether an example is legal is asked of the rules
themselves: a house rule changes the page as it changes the game. One module for each family of games, what
they share in `shared`; `pages` puts a page together.
"""
