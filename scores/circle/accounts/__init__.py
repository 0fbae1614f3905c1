"""What the people of a circle owe each other, and the log of what was paid."""
