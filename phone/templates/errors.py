"""What the compiler of templates refuses."""


class Uncompilable(Exception):
    """A node, filter or expression that the compiler does not know, with template and line."""
