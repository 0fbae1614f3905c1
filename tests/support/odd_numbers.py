"""Texts that one Python, one form or one browser takes for a number and another does not."""

ODD_NUMBERS: dict[str, int | None] = {
    "12": 12,
    " 12 ": 12,
    "007": 7,
    "-5": -5,
    "−5": -5,  # the minus that the app writes
    "-0": 0,
    "0": 0,
    "\u00a012\u2003": 12,  # spaces that are no ASCII
    "١٢": None,
    "१२": None,
    "１２": None,
    "1２": None,
    "²": None,
    "½": None,
    "Ⅻ": None,
    "+1": None,
    "--1": None,
    "- 5": None,
    "-": None,
    "1_000": None,
    "1 2": None,
    "1\u200b2": None,
    "1.0": None,
    "1,0": None,
    "1e3": None,
    "0x1F": None,
    "NaN": None,
    "Infinity": None,
    "1" * 10: None,
    "9" * 30: None,
    "9" * 5_000: None,
    "0" * 5_000: None,
    "-" + "9" * 5_000: None,
}
"""Each text with the number that every reader makes of it, or None where every reader refuses it."""
