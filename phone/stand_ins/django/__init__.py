"""Stand-ins: see `phone.stand_ins`."""
