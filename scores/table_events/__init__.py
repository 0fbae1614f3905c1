"""What happens besides hands: penalty, leaving, joining, sitting out, new dealer, changed rules."""
