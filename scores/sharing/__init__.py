"""Links, QR codes and devices as pages, and the preview a chat shows.

What a link grants is in `access`.
"""
