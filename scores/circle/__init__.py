"""What a group has: its players, matches, statistics, links, files."""
