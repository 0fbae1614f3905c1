"""Pages that belong to no other package: home, this phone, privacy, robots.txt."""
