"""The paths of the certificate for HTTPS at home (docs/HTTPS.md)."""

from django.conf import settings

CERTIFICATE = settings.DATA_DIR / "https" / "certificate.pem"
KEY = settings.DATA_DIR / "https" / "key.pem"


def exists() -> bool:
    return CERTIFICATE.exists() and KEY.exists()
