"""What lets the app work without a signal: the worker, the manifest, the page of waiting hands.

The queue is static/js/offline/.
"""
