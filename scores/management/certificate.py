"""Where the certificate lies with which the app speaks HTTPS at home (docs/HTTPS.md)."""

from django.conf import settings

CERTIFICATE = settings.DATA_DIR / "https" / "certificate.pem"
KEY = settings.DATA_DIR / "https" / "key.pem"


def is_there() -> bool:
    return CERTIFICATE.exists() and KEY.exists()
