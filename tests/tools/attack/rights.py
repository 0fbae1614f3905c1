"""Attacks on rights and limits: a phone that was sent away tries to come back by links that it copied, and
phones without a cookie try to have more than their share."""

from __future__ import annotations

import re
import time
from collections import Counter

from tests.support.servers import Served
from tests.support.wire import Phone
from tests.tools.attack.measuring import Measured

LINK = re.compile(r"https?://[^/\"<]+(/l/(?:circle|match)/[a-z0-9]+/(?:own|score|watch)/[\w-]+/)")
PHONE = re.compile(r'href="(/[cm]/[a-z0-9]+/phones/\d+/)"')
STRANGERS, ADDRESS_CHECKS = 2000, 600  # the limits by default, of an hour and of a minute
MINTED, NAMES = 20, 105
WRONG_LINKS = 2 * STRANGERS + 100  # more than two workers answer
GROUP = re.compile(r'href="(/c/[a-z0-9]+/)"')


def removed_from_a_group(server: Served) -> Measured:
    """A phone copies every link it can see, is removed from its group, and opens them all."""
    owner, guest = Phone(server.port), Phone(server.port)
    match = owner.start("Ana", "Luis")
    group = GROUP.search(owner.get(f"{match}share/").text)[1]
    guest.post(_links(owner, f"{group}share/")["score"])
    rematch = owner.post(f"{match}rematch/").location
    copied = [link for place in (match, rematch) for link in _links(guest, f"{place}share/").values()]
    copied.append(_links(owner, f"{group}share/")["score"])
    _remove(owner, f"{group}phones/")
    opened = [guest.get(link).status for link in copied] + [guest.post(link).status for link in copied]
    seen = [guest.get(page).status for page in (group, match, rematch)]
    return {
        "links tried": len(copied),
        "links that opened": sum(status < 400 for status in opened),
        "pages seen": sum(status < 400 for status in seen),
        "held": bool(copied) and all(status == 404 for status in opened + seen),
        "bound": "nothing that it copied lets a phone in again",
    }


def minted_phones(server: Served) -> Measured:
    """Twenty phones are made without a cookie, and each writes as often as one phone may."""
    started = time.monotonic()
    minted = [Phone(server.port) for _phone in range(MINTED)]
    for phone in minted:
        phone.start("Ana", "Luis")
    minting = time.monotonic() - started
    written = Counter(phone.post("/phone/", name="x").status for phone in minted for _time in range(NAMES))
    return {
        "phones": len(minted),
        "seconds to make them": round(minting, 1),
        "writes": MINTED * NAMES,
        "done": written[302],
        "held": written[302] <= STRANGERS and written[429] > 0,
        "bound": "2000 writes an hour by all new phones of an address",
    }


def wrong_links(server: Served) -> Measured:
    """More wrong links from one address than it may try, then one that works by a new phone there."""
    owner = Phone(server.port)
    link = owner.link(owner.start("Ana", "Luis"), "score")
    robot, guest, started = Phone(server.port), Phone(server.port), time.monotonic()
    answers = Counter(robot.get(f"{link[:-2]}{number}/").status for number in range(WRONG_LINKS))
    after = [guest.get(link).status, guest.post(link).status]
    return {
        "wrong links": WRONG_LINKS,
        "refused": answers[429],
        "seconds": round(time.monotonic() - started, 1),
        "the link that works": " ".join(map(str, after)),
        "held": after == [200, 302] and answers[404] + answers[429] == WRONG_LINKS,
        "bound": "a link that works is shown and taken",
    }


def checks_in_a_row(server: Served) -> Measured:
    """Checks of a hand, as fast as one client can ask for them."""
    robot, started = Phone(server.port), time.monotonic()
    robot.get("/healthz")  # all workers run once the first answers
    most = ADDRESS_CHECKS * len(server.workers)
    answers = Counter(robot.get(f"/check/?c=1o&n={number}").status for number in range(most + 100))
    seconds = time.monotonic() - started
    return {
        "checks": most + 100,
        "answered": answers[200],
        "seconds": round(seconds, 1),
        # The limit is by the minute. A machine that needs longer than that cannot reach it.
        "held": answers[200] <= most and answers[429] > 0 if seconds < 60 else None,
        "bound": "600 a minute by one address at each worker",
    }


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


ATTACKS = {
    attack.__name__: attack for attack in (removed_from_a_group, minted_phones, wrong_links, checks_in_a_row)
}
