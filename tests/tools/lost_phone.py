"""The only phone of a group is thrown away, and the group is back: `python -m tests.tools.lost_phone`.

Over HTTP against the app as people start it, once by each way: paper key and passkey (an authenticator in
software signs). "Back" means that a phone which the site has never seen opens what only owners
may, has all matches, and saves the next hand. The clock starts when the new phone is taken, and a minute is
the most. The time that a person types is not in it.

Then a backup is stolen. Whoever has a copy of the database, and not the keys, makes of it what they can under
keys of their own: cookies of all phones, all links, an answer with the id of the passkey. All of it works on
that copy, and none at the site; the words and links of people do the opposite.

Prints a line for each, and exits with 1 if one did not hold.
"""

from __future__ import annotations

import json
import re
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.support.authenticator import Authenticator
from tests.support.servers import DATABASE, Served, manage, serving
from tests.support.wire import Phone

SECONDS = 60  # the most that a group is away
MATCHES = 3
# What somebody can make who has the database and keys of their own.
FORGE = """
import json
from django.http import HttpResponse
from scores.core.access import grants
from scores.models import Circle, Match, Passkey, Phone, Role
answer, cookies = HttpResponse(), []
for phone in Phone.objects.all():
    grants._write_cookie(answer, phone.uid)
    cookies.append(answer.cookies[grants.COOKIE].value)
places = [*Circle.objects.all(), *Match.objects.all()]
links = [grants.link_path(place, Role(role)) for place in places for role in (1, 2, 3)]
passkeys = list(Passkey.objects.values_list("credential", flat=True))
print(json.dumps({"cookies": cookies, "links": links, "passkeys": passkeys}))
"""


class DidNotHold(Exception):
    """Raised with what was expected and did not happen."""


@dataclass
class Group:
    """A group and the phone that owns it; two others keep score in it."""

    app: Served
    owner: Phone
    circle: str  # its address
    matches: list[str]
    lost_at: float = 0.0

    def throw_away_the_owner(self) -> None:
        """What the phone had, its cookie above all, is gone."""
        self.owner.cookies.clear()
        self.lost_at = time.monotonic()


def main() -> int:
    ways = {"paper key": by_paper_key, "passkey": by_passkey}
    held = [tried(name, way) for name, way in ways.items()]
    held.append(tried("stolen backup", opens_nothing))
    return 0 if all(held) else 1


def tried(name: str, act: Callable[[Group], str]) -> bool:
    """Try it on an app and a group of its own, and print what came of it."""
    with serving() as app:
        try:
            told = act(a_group(app))
        except DidNotHold as reason:
            print(f"DID NOT HOLD  {name}: {reason}", flush=True)
            return False
    print(f"held          {name}: {told}", flush=True)
    return True


def a_group(app: Served, **headers: str) -> Group:
    owner = new_phone(app, **headers)
    matches = [owner.start("Ana", "Luis", "Eva") for _match in range(MATCHES)]
    for match in matches:
        owner.save(match, 0, 5, 7)
    circle = re.search(r"/c/\w+/", owner.get(f"{matches[0]}share/").text)[0]
    for _other in range(2):
        owner.invites(circle, "score")
    return Group(app, owner, circle, matches)


def new_phone(app: Served, **headers: str) -> Phone:
    """A phone that the site has never seen. Passkeys are for `localhost`, not for an address of numbers."""
    return Phone(app.port, headers=headers or {"Host": f"localhost:{app.port}"})


def by_paper_key(group: Group) -> str:
    words = paper_key_of(group.owner)
    group.throw_away_the_owner()
    phone = new_phone(group.app)
    offered = phone.post("/recover/", words=words)
    must(
        offered.status == 200 and "Ana, Eva, Luis" in offered.plain,
        "the page names what the words give",
    )
    must(
        phone.post("/recover/", words=words, do="take").status == 302,
        "the words give it",
    )
    told = is_back(group, phone)
    must(
        new_phone(group.app).post("/recover/", words=words).status == 422,
        "the words are used up",
    )
    return told


def by_passkey(group: Group) -> str:
    authenticator = passkey_of(group.owner)
    group.throw_away_the_owner()
    phone = new_phone(group.app)
    must(sign_in(phone, authenticator) == 302, "the passkey gives it")
    return is_back(group, phone)


def opens_nothing(group: Group) -> str:
    words = paper_key_of(group.owner)
    authenticator = passkey_of(group.owner)
    link = group.owner.link(group.circle, "own")
    with TemporaryDirectory() as folder:
        steal(group.app.data / DATABASE, Path(folder) / DATABASE)
        made = json.loads(
            manage(Path(folder), "shell", "--no-imports", "-c", FORGE).stdout
        )
        with serving(Path(folder)) as copy:
            thief = Authenticator(
                f"http://localhost:{group.app.port}", authenticator.id
            )
            on_copy = opened(group, copy, made)
            at_site = opened(group, group.app, made)
            must(
                on_copy == len(made["cookies"] + made["links"]),
                f"{on_copy} of all work on the copy",
            )
            must(at_site == 0, f"{at_site} of what the copy gives work at the site")
            must(
                sign_in(new_phone(group.app), thief) == 422,
                "the id of a passkey gives nothing",
            )
            must(
                new_phone(copy).post("/recover/", words=words).status == 422,
                "words open no copy",
            )
            must(new_phone(copy).get(link).status == 404, "links open no copy")
            must(
                not is_owner(group.owner.at(copy.port), group),
                "the cookie opens no copy",
            )
    must(new_phone(group.app).get(link).status == 200, "the link opens at the site")
    must(
        new_phone(group.app).post("/recover/", words=words).status == 200,
        "the words open at the site",
    )
    told = f"{len(made['cookies'])} cookies, {len(made['links'])} links and {len(made['passkeys'])} passkey"
    return f"{told} of a copy under other keys open nothing; words, link and cookie of people open no copy"


def opened(group: Group, app: Served, made: dict[str, list[str]]) -> int:
    """How many of the cookies and links that somebody made open anything on this app."""
    phones = [Phone(app.port, {"phone": cookie}) for cookie in made["cookies"]]
    seen = [phone.get(group.circle).status == 200 for phone in phones]
    return sum(seen) + sum(
        new_phone(app).get(link).status == 200 for link in made["links"]
    )


def steal(database: Path, to: Path) -> None:
    """As `manage.py backup` does, while the app runs."""
    with (
        closing(sqlite3.connect(database)) as ours,
        closing(sqlite3.connect(to)) as theirs,
    ):
        ours.backup(theirs)


def paper_key_of(phone: Phone) -> str:
    made = phone.post("/phone/paper/")
    return " ".join(re.findall(r"<li><b>(\w+)</b></li>", made.text))


def passkey_of(phone: Phone, site: str = "") -> Authenticator:
    authenticator = Authenticator(site or f"http://localhost:{phone.port}")
    credential = authenticator.makes(begun(phone, "/phone/passkeys/"))
    must(
        phone.post("/phone/passkeys/", credential=credential).status == 302,
        "the passkey is stored",
    )
    return authenticator


def sign_in(phone: Phone, authenticator: Authenticator) -> int:
    """The status with which the site answers what the authenticator signs."""
    signed = authenticator.signs(begun(phone, "/recover/passkey/"))
    return phone.post("/recover/passkey/", credential=signed).status


def begun(phone: Phone, address: str) -> dict[str, Any]:
    return json.loads(phone.post(address, do="begin").text)


def is_back(group: Group, phone: Phone) -> str:
    """How long it took until this phone owned the group and saved the next hand."""
    must(is_owner(phone, group), "the phone owns the group")
    lacking = [match for match in group.matches if phone.get(match).status != 200]
    must(not lacking, f"all matches are there, not without {lacking}")
    must(
        phone.save(group.matches[0], 1, 3, 4).status in (200, 302),
        "the next hand is saved",
    )
    seconds = time.monotonic() - group.lost_at
    must(seconds < SECONDS, f"within {SECONDS} s, not {seconds:.1f}")
    return (
        f"back in {seconds:.1f} s, with {len(group.matches)} matches and the next hand"
    )


def is_owner(phone: Phone, group: Group) -> bool:
    return phone.get(f"{group.circle}share/").status == 200


def must(holds: bool, told: str) -> None:
    if not holds:
        raise DidNotHold(told)


if __name__ == "__main__":
    sys.exit(main())
