"""The rules of one table in words, a page for each game.

The texts read the knobs of the ruleset, and the rules judge the examples, so a house rule changes the page
too. There is a module for each family of games; `shared` has their common sections, `pages` builds a page.
"""
