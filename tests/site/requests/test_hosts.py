"""Which hosts the app answers to at home, and what the log says of those that it refuses."""

import logging

import pytest
from django.core.exceptions import DisallowedHost
from django.test import RequestFactory

from chinchon_site.hosts import HomeRequest
from scores.core import error_pages


def host_at_home(host):
    request = HomeRequest(RequestFactory().get("/", headers={"host": host}).environ)
    try:
        return request.get_host()
    except DisallowedHost:
        return None


def test_at_home_private_addresses_and_local_names_are_hosts_and_no_others(settings):
    settings.ALLOWED_HOSTS = ["localhost", ".local"]
    private = [
        "192.168.1.20:8000",
        "10.0.0.7",
        "172.17.0.1:8000",
        "100.100.1.2",  # of a private network over the internet (RFC 6598)
        "[fd00::7]:8000",
        "mesa.local:8000",
    ]
    others = ["evil.example", "8.8.8.8", "[2001:4860::1]", "local.evil.example", "{}"]
    assert [*map(host_at_home, [*private, *others])] == [
        *private,
        *[None] * len(others),
    ]


@pytest.fixture(autouse=True)
def no_refused_hosts(monkeypatch):
    monkeypatch.setattr(error_pages, "_refused", set())


def test_a_refused_host_is_one_line_with_the_setting_that_allows_it(
    client, settings, caplog
):
    settings.ALLOWED_HOSTS = ["localhost"]
    with caplog.at_level(logging.WARNING, "scores.core.error_pages"):
        for host in ("mesa.example:8000", "mesa.example", "no host", ""):
            assert client.get("/", headers={"host": host}).status_code == 400
    assert caplog.messages == [
        "Refused the host 'mesa.example'. "
        "To allow it: REENGANCHE_HOSTS=localhost,mesa.example",
    ]


def test_hosts_that_somebody_invents_do_not_fill_the_log(client, settings, caplog):
    settings.ALLOWED_HOSTS = ["localhost"]
    for number in range(error_pages.MOST_REFUSED + 5):
        client.get("/", headers={"host": f"n{number}.example"})
    refused = [text for text in caplog.messages if text.startswith("Refused")]
    assert len(refused) == error_pages.MOST_REFUSED
