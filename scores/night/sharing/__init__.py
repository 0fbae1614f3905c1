"""The pages of what gives a phone a right to a night: its links, the cards of its tables."""
