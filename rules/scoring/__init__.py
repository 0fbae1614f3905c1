"""The points that a hand adds to each total. Who may close is in `closing`, who is out or wins in `match`."""
