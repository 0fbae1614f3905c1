"""What has happened in a night: its log in words, and taking an entry of it back."""
