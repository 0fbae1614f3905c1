"""What everybody sees of a night: standings, hall screen, paper, the text to read aloud, files."""
