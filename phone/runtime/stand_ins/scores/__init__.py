"""Stand-ins: see `phone.runtime.stand_ins`."""
