"""How other machines reach this one: its addresses, and its certificate for HTTPS at home."""

import errno
import socket
from collections.abc import Iterator
from contextlib import suppress
from fcntl import ioctl
from ipaddress import IPv4Address

from django.conf import settings
from django.core.management import CommandError

# One remote address and one of each private range. Connecting a UDP socket sends nothing.
ELSEWHERE = ("198.51.100.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
CERTIFICATE = settings.DATA_DIR / "https" / "certificate.pem"  # for HTTPS at home (docs/HTTPS.md)
KEY = settings.DATA_DIR / "https" / "key.pem"
SIOCGIFADDR = 0x8915  # Linux: the address of a network interface
WHY_UNUSABLE = {
    errno.EADDRINUSE: (
        "El puerto {port} ya está ocupado (¿otro Reenganche en marcha?). Prueba: make run PORT={other}\n"
        "Port {port} is taken (another Reenganche running?). Try: make run PORT={other}"
    ),
    errno.EACCES: (
        "El puerto {port} está reservado al sistema. Prueba: make run PORT={other}\n"
        "Port {port} is reserved for the system. Try: make run PORT={other}"
    ),
}
NO_ADDRESS = (
    "{host} no es una dirección de esta máquina. Prueba: make run\n"
    "{host} is not an address of this machine. Try: make run"
)


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine that others can use, the likeliest first."""
    candidates = dict.fromkeys([*_by_route(), *_by_name(), *_of_interfaces()])
    return [address for address in candidates if _is_reachable(address)]


def own_names() -> list[str]:
    name = socket.gethostname().removesuffix(".local")
    return [name, f"{name}.local"]


def _by_route() -> Iterator[str]:
    for other in ELSEWHERE:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((other, 9))
            yield probe.getsockname()[0]


def _by_name() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


def _of_interfaces() -> Iterator[str]:
    """Addresses of all interfaces, on Linux only: a hotspot of this machine is on no route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                answer = ioctl(probe, SIOCGIFADDR, name.encode().ljust(256, b"\0"))
                yield socket.inet_ntoa(answer[20:24])


def _is_reachable(address: str) -> bool:
    parsed = IPv4Address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def refuse_unusable(host: str, port: int) -> None:
    """Raise CommandError unless a server can listen on `host` and `port` now."""
    try:
        [(family, kind, protocol, _, address), *_] = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        why = WHY_UNUSABLE.get(error.errno or 0, NO_ADDRESS)
        other = port + 1 if port >= 1024 else 8000
        raise CommandError(why.format(host=host, port=port, other=other)) from error


def has_certificate() -> bool:
    return CERTIFICATE.exists() and KEY.exists()
