"""What a phone runs of the app without the server, and its translation into the Python of MicroPython."""
