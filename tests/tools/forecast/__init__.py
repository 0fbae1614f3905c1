"""The making of the shipped hands of the forecast, by simple players with real cards."""
