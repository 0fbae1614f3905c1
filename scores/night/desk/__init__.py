"""What the organiser does during a night: the page of now, the clock, the money."""
