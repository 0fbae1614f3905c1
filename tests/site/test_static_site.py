"""The app as files: reproducible, with its own integrity and policy, and small."""

import gzip
import re
from hashlib import sha256

import pytest
from django.core.management import CommandError, call_command

from scores.core.languages import LOCALES
from tests.support import extent
from tests.support.static_site import (
    PATH,
    SPEAKS_OF_SERVER,
    TEXT,
    shared_site,
    write_site,
)

pytestmark = pytest.mark.long

ALL = 2 * 10**6  # bytes, compressed as hosts do


@pytest.fixture(scope="module")
def site():
    return shared_site()


def digests(folder):
    files = (file for file in folder.rglob("*") if file.is_file())
    return {
        str(file.relative_to(folder)): sha256(file.read_bytes()).hexdigest()
        for file in files
    }


@extent.by_night("static site again")
def test_the_same_files_are_written_again(site, tmp_path):
    assert digests(write_site(tmp_path)) == digests(site)


def test_the_digests_of_all_files_are_among_them(site):
    first = digests(site)
    lines = (site / "SHA256SUMS").read_text().splitlines()
    del first["SHA256SUMS"]
    assert dict(reversed(line.split("  ")) for line in lines) == first


def test_all_that_a_phone_can_load_in_one_language_is_small(site, record_property):
    others = [site / locale for locale in LOCALES[1:]]
    files = [
        file
        for file in site.rglob("*")
        if file.is_file() and not any(map(file.is_relative_to, others))
    ]
    size = sum(len(gzip.compress(file.read_bytes())) for file in files)
    record_property("bytes of all files", f"{size}, under {ALL}")
    assert size < ALL


def test_a_page_asks_only_its_own_host_has_its_policy_and_never_speaks_of_a_server(
    site,
):
    pages = [*site.rglob("*.html")]
    assert {site / "index.html", site / "en-gb" / "help" / "gin" / "index.html"} <= {
        *pages
    }
    for page in pages:
        html = page.read_text()
        if html.startswith("{"):
            continue  # what the phone needs for a new match
        assert '<meta http-equiv="Content-Security-Policy" content="default-src' in html
        addresses = re.findall(r'\b(?:src|href|action)="([^"#?]+)', html)
        assert [one for one in addresses if not one.startswith(PATH)] == [], page
        assert SPEAKS_OF_SERVER.findall(TEXT.sub(" ", html)) == [], page
        missing = [
            address
            for address in addresses
            if address.startswith(f"{PATH}static/")
            and not (site / address.removeprefix(PATH)).exists()
        ]
        assert missing == []


def test_hosts_that_set_headers_are_told_to_forbid_frames(site):
    assert (site / "_headers").read_text().splitlines() == [
        f"{PATH}*",
        "  Content-Security-Policy: frame-ancestors 'none'",
    ]


def test_a_folder_with_other_files_is_left_as_it_is(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Ana")
    with pytest.raises(CommandError, match="has other files"):
        call_command("static_site", str(tmp_path))
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("address", ["https:", "https://ana.example/?page=1"])
def test_a_site_lies_at_the_address_of_a_folder(address, tmp_path):
    with pytest.raises(CommandError, match="is no address of a site"):
        call_command("static_site", str(tmp_path / "out"), "--base-url", address)
