"""Attacks on rights: phones that were sent away try to come back by links that they copied."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.support.servers import Served
from tests.support.wire import Phone

Measured = dict[str, Any]
LINK = re.compile(r"https?://[^/\"<]+(/l/(?:circle|match)/[a-z0-9]+/(?:own|score|watch)/[\w-]+/)")
PHONE = re.compile(r'href="(/[cm]/[a-z0-9]+/phones/\d+/)"')
GROUP = re.compile(r'href="(/c/[a-z0-9]+/)"')
WHO_IS_WHO = re.compile(r'name="(is_[0-9a-f]+)"')


def removed_from_a_group(server: Served) -> Measured:
    """A phone copies every link it can see, is removed from its group, and opens them all."""
    owner, guest, match, group = _table(server)
    guest.post(_links(owner, f"{group}share/")["score"])
    rematch = owner.post(f"{match}rematch/").location
    copied = [link for place in (match, rematch) for link in _links(guest, f"{place}share/").values()]
    copied.append(_links(owner, f"{group}share/")["score"])
    _remove(owner, f"{group}phones/")
    return _tried(guest, copied, [group, match, rematch])


def removed_from_a_match(server: Served) -> Measured:
    """A phone with one match alone is removed there, and tries the links of the match and of its rematch."""
    owner, guest, match, _group = _table(server)
    guest.post(_links(owner, f"{match}share/")["score"])
    rematch = owner.post(f"{match}rematch/").location
    copied = [link for place in (match, rematch) for link in _links(guest, f"{place}share/").values()]
    _remove(owner, f"{match}phones/")
    return _tried(guest, copied, [match, rematch])


def own_link_of_a_merged_group(server: Served) -> Measured:
    """The owner of a merged group copies its link to own, is removed, and opens it after the split."""
    owner, guest, _match, group = _table(server)
    theirs = guest.start("Pepa", "Rosa")
    their_group = GROUP.search(guest.get(f"{theirs}share/").text)[1]
    link = _links(guest, f"{their_group}share/")["own"]
    owner.post(link)
    _merge(owner, group, their_group)
    _remove(owner, f"{group}phones/")
    owner.post(f"{group}merge/{_code(their_group)}/undo/")
    return _tried(guest, [link], [their_group, theirs])


def revoked_with_the_rights_it_gave(server: Served) -> Measured:
    """A phone came in by a link that is revoked with its rights; it also had taken the link of a match."""
    owner, guest, match, group = _table(server)
    links = _links(owner, f"{group}share/")
    single = _links(owner, f"{match}share/")["watch"]
    guest.post(single)
    guest.post(links["score"])
    copied = [single, links["score"], *_links(guest, f"{match}share/").values()]
    owner.post(f"{group}revoke/score/", take="on")
    return _tried(guest, copied, [group, match])


def _table(server: Served) -> tuple[Phone, Phone, str, str]:
    """An owner with a match and its group, and a phone that has nothing yet."""
    owner, guest = Phone(server.port), Phone(server.port)
    match = owner.start("Ana", "Luis")
    return owner, guest, match, GROUP.search(owner.get(f"{match}share/").text)[1]


def _links(phone: Phone, page: str) -> dict[str, str]:
    """The links of a page by role. On the page of a match the one to own leads to its group, which is left
    out."""
    found = LINK.findall(phone.get(page).text)
    kind = "circle" if page.startswith("/c/") else "match"
    return {link.split("/")[4]: link for link in found if link.startswith(f"/l/{kind}/")}


def _remove(owner: Phone, phones: str) -> None:
    """Remove every phone of the list that is not the owner's own."""
    for address in PHONE.findall(owner.get(phones).text):
        if "dejará de verlo" not in owner.get(address).text and "Es el único" not in owner.get(address).text:
            owner.post(address, do="remove")


def _merge(owner: Phone, group: str, other: str) -> None:
    asked = f"{group}merge/?with={_code(other)}"
    players = dict.fromkeys(WHO_IS_WHO.findall(owner.get(asked).text), "")
    owner.post(f"{group}merge/", **{"with": _code(other), "look": 1, **players})


def _code(address: str) -> str:
    return address.strip("/").split("/")[-1]


def _tried(phone: Phone, copied: list[str], pages: list[str]) -> Measured:
    """What the phone sees and gets once it was sent away."""
    opened = [phone.get(link).status for link in copied] + [phone.post(link).status for link in copied]
    seen = [phone.get(page).status for page in pages]
    return {
        "links tried": len(copied),
        "links that opened": sum(status < 400 for status in opened),
        "pages seen": sum(status < 400 for status in seen),
        "held": bool(copied) and all(status == 404 for status in opened + seen),
        "bound": "nothing that it copied lets a phone in again",
    }


ATTACKS: list[Callable[[Served], Measured]] = [
    removed_from_a_group,
    removed_from_a_match,
    own_link_of_a_merged_group,
    revoked_with_the_rights_it_gave,
]
