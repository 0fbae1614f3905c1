"""A hand that somebody says aloud, read as the answers of its form. See docs/design/spoken.md."""
