"""Sample matches for measuring, played with real cards."""
