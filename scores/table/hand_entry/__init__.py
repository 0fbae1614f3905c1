"""The form for a hand and the grid for a paper sheet, and saving their entries."""
