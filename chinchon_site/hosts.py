"""Which hosts the app answers to: those of the settings, and at home every private address."""

from ipaddress import ip_address

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIRequest
from django.http.request import split_domain_port


class HomeRequest(WSGIRequest):
    """A request at home, where a container or a tunnel has addresses that the app cannot know.

    A page of the internet cannot come in by a private address: its browser would send the page's name.
    """

    def get_host(self) -> str:
        try:
            return super().get_host()
        except DisallowedHost:
            host = self.META.get("HTTP_HOST", "")
            if is_private(split_domain_port(host)[0]):
                return host
            raise


def is_private(domain: str) -> bool:
    """Whether it is an address that no machine of the internet has (RFC 1918, 4193, 6598 and others)."""
    try:
        return not ip_address(domain.strip("[]")).is_global
    except ValueError:
        return False


REQUEST = WSGIRequest if settings.HTTPS else HomeRequest
