"""Sentences about hands, log entries and refusals. Pages and forms are elsewhere."""
