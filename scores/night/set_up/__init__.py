"""The nights of a phone: their list, setting one up, the words of its knobs, deleting it."""
