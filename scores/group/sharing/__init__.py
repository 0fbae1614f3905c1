"""Pages for share links, QR codes and devices, and the preview that a chat shows.

What a link grants is in `access`.
"""
