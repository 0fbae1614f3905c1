"""What a phone runs: answers to what pages ask, stand-ins for Django and for the standard library."""
