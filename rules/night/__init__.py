"""A club night: many tables, one evening; who sits where, what it counts, who is ahead."""
