"""Random evenings of a club, and a checker of their seatings that shares no code with the engine."""
