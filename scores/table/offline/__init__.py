"""Offline use: the service worker, the web app manifest, the page of hands that are not sent yet.

The queue of unsent hands is static/js/offline/.
"""
