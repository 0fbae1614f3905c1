"""Pages for share links, QR codes and phones. What a link grants is in `access`."""
