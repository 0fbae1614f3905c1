"""What nobody can compute who does not have the link key: tokens of links, digests of what is typed."""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256

from django.conf import settings


def keyed_hash(message: str) -> bytes:
    return hmac.new(settings.LINK_KEY.encode(), message.encode(), sha256).digest()


def token(message: str) -> str:
    """128 bits as letters for an address."""
    return urlsafe_b64encode(keyed_hash(message)[:16]).decode().rstrip("=")


def is_token(given: str, message: str) -> bool:
    """Whether it is the token of the message; takes the same time for every wrong one."""
    return hmac.compare_digest(token(message).encode(), given.encode())
