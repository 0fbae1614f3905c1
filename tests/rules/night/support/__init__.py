"""Random nights, and standings counted a second time."""
