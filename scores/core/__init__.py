"""What everything of the app stands on: rights, the log of a match, house rules, words."""
