"""Pages for share links, QR codes and devices. What a link grants is in `access`."""
