"""How good the forecast is, and the making of the shipped hands: programs run by hand."""
