"""The cards with a QR code on the tables, and the rights of the phones that scanned them."""
