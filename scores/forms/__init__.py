"""Forms make strings into events; what they refuse they say beside the field, in the table's words."""
