"""Offline use: the service worker, the web app manifest, the page of hands that are not sent yet."""
