"""Which address of this machine phones are shown first."""

import pytest

from scores.management.addresses import likeliest_first

WIFI = ("wlp2s0", "192.168.1.20")
VPN = ("tun0", "10.8.0.6")


@pytest.mark.parametrize(
    ("interfaces", "routed", "first"),
    [
        # a VPN that takes the default route
        ([("lo", "127.0.0.1"), WIFI, VPN], ["10.8.0.6"], "192.168.1.20"),
        (
            [("en0", "192.168.1.20"), ("utun4", "10.9.0.2")],
            ["10.9.0.2"],
            "192.168.1.20",
        ),
        ([("Wi-Fi", "10.0.0.7"), ("vEthernet (WSL)", "172.20.0.1")], [], "10.0.0.7"),
        # Docker without a default route
        ([("docker0", "172.17.0.1"), ("eth0", "10.1.0.4")], [], "10.1.0.4"),
        ([("br-1f2e3d", "172.18.0.1"), WIFI], ["172.18.0.1"], "192.168.1.20"),
        # a private network over the internet (RFC 6598), and a public address
        ([("tailscale0", "100.100.1.2"), WIFI], ["100.100.1.2"], "192.168.1.20"),
        (
            [("ens3", "93.184.216.34"), ("ens4", "10.1.0.4")],
            ["93.184.216.34"],
            "10.1.0.4",
        ),
        # of Ethernet and Wi-Fi the one by which the system sends
        ([("eth0", "192.168.7.2"), WIFI], ["192.168.1.20"], "192.168.1.20"),
        # nothing better is there
        ([VPN, ("wlan0", "169.254.3.4")], ["10.8.0.6"], "10.8.0.6"),
    ],
)
def test_phones_get_an_address_of_the_local_network_first(interfaces, routed, first):
    assert likeliest_first(interfaces, routed)[0] == first


def test_every_address_that_others_can_use_is_named_once():
    interfaces = [("lo", "127.0.0.1"), VPN, WIFI, ("eth0", "0.0.0.0")]
    assert likeliest_first(interfaces, ["10.8.0.6", "10.8.0.6"]) == [
        "192.168.1.20",
        "10.8.0.6",
    ]
