"""The one door for what a phone has judged and stored: mutations of a match, and matches made on a phone."""
