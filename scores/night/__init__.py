"""A club night: many tables on one evening. Nothing else of the app imports it."""
