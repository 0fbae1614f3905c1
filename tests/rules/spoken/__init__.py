"""A hand that is said aloud."""
