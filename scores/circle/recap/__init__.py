"""How a match went: chart, highlights, money, the text and picture to share; and the evenings."""
