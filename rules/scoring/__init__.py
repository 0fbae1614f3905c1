"""What a hand adds to each total. Who may close is in `closing`, what totals lead to is in `match`."""
