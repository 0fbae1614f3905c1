"""Who may see and change what: grants, phones, rate limits. Their pages are in `sharing`."""
