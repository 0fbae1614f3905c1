"""A whole night against a served app: phones that save, watch and lose the signal, and a second count."""
