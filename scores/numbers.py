"""Numbers as the table writes them."""


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number) if number >= 0 else f"−{-number}"


def plus(number: int) -> str:
    """What is added: +23, −10, +0."""
    return f"+{number}" if number >= 0 else signed(number)
