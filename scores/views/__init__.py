"""Each view: load, read the form, append, show."""
