"""The table of a showdown in the checker of a match: who laid off which card, and where else it could be."""
