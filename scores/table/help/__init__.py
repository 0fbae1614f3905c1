"""The rules of one table in words, a page for each game; the rules judge its examples."""
