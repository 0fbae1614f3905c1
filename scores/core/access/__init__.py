"""Who may see and change what: grants, devices, rate limits. Their pages are in `sharing`."""
