"""Setting up a night: its form, and the words of its knobs."""
