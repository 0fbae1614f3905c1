"""Events other than hands: penalty, leaving, joining, sitting out, new dealer, changed rules."""
