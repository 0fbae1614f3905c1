"""A club night: many tables on one evening. Below it nothing imports it."""
