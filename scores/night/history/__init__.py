"""What has happened in a night: its log in words, and the page that takes an entry of it back."""
