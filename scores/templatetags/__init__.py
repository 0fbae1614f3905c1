"""Tags and filters of the templates. No rule of the game."""
