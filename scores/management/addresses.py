"""How other machines reach this one: its addresses, the likeliest first, and its names."""

import re
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from ipaddress import IPv4Address

import ifaddr

# One remote address and one of each private range. Connecting a UDP socket sends nothing.
ELSEWHERE = ("198.51.100.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
# By the names that systems give them: tunnels, bridges and switches of containers and virtual machines, radio
# between devices of one maker. What is left is Wi-Fi, Ethernet, or a name of its own.
NO_LOCAL_NETWORK = re.compile(
    r"^(awdl|br-|bridge|cni|docker|dummy|flannel|gpd|ifb|ipsec|llw|lxc|lxd|nordlynx|podman|ppp|proton|tailscale|tap"
    r"|tun|utun|vboxnet|veth|virbr|vmnet|wg|zt)|hyper-v|openvpn|tailscale|virtual|vmware|vpn|wireguard|wsl|zerotier",
    re.IGNORECASE,
)
Interface = tuple[str, str]
"""The name and one of its IPv4 addresses."""


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine that others can use, the likeliest first."""
    return likeliest_first(_interfaces(), [*_addresses_by_route()])


def likeliest_first(
    interfaces: Iterable[Interface], routed: Sequence[str]
) -> list[str]:
    """The addresses in the order in which phones should try them: private ones of Wi-Fi and Ethernet before
    all others, and among equals those that the system itself would use.

    >>> likeliest_first([("wg0", "10.8.0.2"), ("wlan0", "192.168.1.20")], ["10.8.0.2"])
    ['192.168.1.20', '10.8.0.2']
    """
    names = {address: name for name, address in interfaces}
    usable = filter(_is_usable, dict.fromkeys([*routed, *names]))
    return sorted(
        usable,
        key=lambda address: (
            bool(NO_LOCAL_NETWORK.search(names.get(address, "")))
            or not IPv4Address(address).is_private
        ),
    )


def own_names() -> list[str]:
    name = socket.gethostname().removesuffix(".local")
    return [name, f"{name}.local"]


def _is_usable(address: str) -> bool:
    ip = IPv4Address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def _interfaces() -> Iterator[Interface]:
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if ip.is_IPv4:
                yield adapter.nice_name, str(ip.ip)


def _addresses_by_route() -> Iterator[str]:
    """The address from which this machine would send; a hotspot of this machine is on no route."""
    for other in ELSEWHERE:
        with (
            suppress(OSError),
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
        ):
            probe.connect((other, 9))
            yield probe.getsockname()[0]
