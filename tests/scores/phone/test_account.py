"""What is paid on a phone without a server: each act leaves the account that it leaves on a server."""

import re
from random import Random
from uuid import uuid4

import pytest

from scores.models import Role
from tests.scores.phone.conftest import KEY, history, summaries_of
from tests.scores.phone.test_history import parts
from tests.scores.support.circle_matches import JULY, new_circle, played
from tests.scores.support.factories import phone_of
from tests.scores.support.table import address_of, update_row
from tests.support.forms import Reader

NAMES = ("Ana", "Luis", "Eva", "Paco", "Íñigo")
ACTS = 10
OTHER = "1f8fad5b-d9cb-469f-a165-70867728950e"
MONEY = ("money net", "money due payments", "paid-log", "warn", "lead")


def forms_of(html):
    """The fields of each form that says what was paid."""
    return [form.fields for form in Reader(html).forms if "key" in form.fields]


class PhoneAlone:
    """A phone with the matches of a circle, and with what was paid there."""

    def __init__(self, phone, circle):
        self.phone = phone
        self.facts = []
        self.knows(circle)

    def knows(self, circle):
        """The phone has the matches that the circle has now."""
        self.matches = summaries_of(self.phone, circle)

    def ask(self, path, **more):
        own = {"facts": self.facts, "key": str(uuid4())}
        return history(self.phone, self.matches, path, **own, **more)

    def posts(self, path, fields):
        """Whether it was taken, or was there already."""
        answer = self.ask(path, fields=[*fields.items()], is_full=False)
        if "fact" in answer:
            self.facts = [*self.facts, answer["fact"]]
            return True
        return 'role="alert"' not in answer["blocks"]["main"]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_paid_the_phone_says_what_the_server_says(phone_alone, seed):
    dice = Random(seed)
    circle = new_circle()
    played(circle, *NAMES, stake=1)  # the order of all of them
    matches = []
    for number in range(4):
        names = dice.sample(NAMES, dice.randint(2, 4))
        money = {"currency": dice.choice(("", "€")), "stake": dice.randint(1, 9)}
        matches.append(played(circle, *names, days=number % 2, **money))
    server = phone_of(circle, Role.SCORE)
    alone = PhoneAlone(phone_alone, circle)
    for _act in range(ACTS):
        act_alike(dice, circle, server, alone)
        if dice.random() < 0.2:
            match = dice.choice(matches)
            match.refresh_from_db()
            gone = None if match.deleted_at else match.written_at
            update_row(match, deleted_at=gone)
            alone.knows(circle)
        assert_same_pages(circle, server, alone)
    assert len(alone.facts) > 2


def addresses(circle):
    """The pages with forms of what is paid: the paths of a phone, and the addresses of a server."""
    day = JULY.isoformat()
    return {
        "/c/phone/account/": address_of("account", circle),
        f"/c/phone/evenings/{day}/": address_of("evening", circle, day),
    }


def act_alike(dice, circle, server, alone):
    """The same form of the same page, on both; sometimes with two taps."""
    path, address = dice.choice([*addresses(circle).items()])
    answer = server.get(address)
    ours = alone.ask(path)
    if answer.status_code == 404:
        assert ours["status"] == 404
        return
    pairs = [*zip(forms_of(answer.text), forms_of(ours["blocks"]["main"]), strict=True)]
    if not pairs:
        return
    theirs, own = dice.choice(pairs)
    do = {"do": "undo" if "entry" in own else "zero"}
    if "all" in own:
        due = int(own["all"])
        cents = dice.choice((due, due + 1, dice.randint(1, due)))
        part = f"{cents // 100},{cents % 100:02}"
        do = {"do": "part", "part": part}
    for _tap in range(dice.randint(1, 2)):
        told = server.post(address, {**theirs, **do})
        assert (told.status_code == 302) == alone.posts(path, {**own, **do})


def assert_same_pages(circle, server, alone):
    for path, address in addresses(circle).items():
        answer = server.get(address)
        ours = alone.ask(path)
        assert answer.status_code == ours["status"]
        if answer.status_code == 200:
            theirs = parts(answer.text, *MONEY)
            own = parts(ours["blocks"]["main"], *MONEY)
            assert [*map(without_time, own)] == [*map(without_time, theirs)]


def without_time(text):
    """One may have written it in the next minute; and the server says which phone has."""
    return re.sub(r" \d\d:\d\d( · Teléfono sin nombre)?", "", text)


# Files


LINE = {
    "uid": KEY,
    "at": 1_780_000_000_000,
    "payments": [["€", "Luis", "Ana", 150]],
}
STORED = [KEY, LINE["payments"], "", False, "", LINE["at"]]


def brings(phone, lines, facts):
    numbered = [{"line": at, "account": line} for at, line in enumerate(lines, 4)]
    return phone.call("file_facts", {"lines": numbered, "facts": facts})


def test_a_file_brings_what_is_not_here_and_undoes_nothing_twice(phone_alone):
    undo = {"uid": OTHER, "at": LINE["at"], "payments": [], "undoes": KEY}
    undone = [OTHER, [], "", False, KEY, LINE["at"]]
    both = {"fresh": [STORED, undone]}
    assert brings(phone_alone, [LINE, undo], []) == both
    assert brings(phone_alone, [LINE, undo], [STORED]) == {"fresh": [undone]}
    assert brings(phone_alone, [LINE, undo], [STORED, undone]) == {"fresh": []}
    other = {**undo, "uid": OTHER.replace("1f8", "2f8")}
    assert brings(phone_alone, [LINE, other], [STORED, undone]) == {"fresh": []}


def test_somebody_whose_name_was_erased_has_paid(phone_alone):
    line = {**LINE, "payments": [["€", "", "Ana", 150]]}
    [fact] = brings(phone_alone, [line], [])["fresh"]
    assert fact[1] == [["€", "Alguien", "Ana", 150]]


@pytest.mark.parametrize(
    "change",
    [
        {"uid": "x"},
        {"at": -1},
        {"at": 10**14},
        {"day": "x"},
        {"undoes": KEY.upper()},
        {"payments": [["€", None, "Ana", 150]]},
        {"payments": [["€" * 99, "Luis", "Ana", 150]]},
        {"payments": [["€", "L" * 99, "Ana", 150]]},
        {"payments": [["€", "Luis", "Ana", 0]]},
        {"payments": [["€", "Luis", "Ana", 10**16]]},
        {"payments": [["€", "Luis", "Ana", 1]] * 1001},
    ],
)
def test_what_is_no_line_of_an_account_is_at_fault(phone_alone, change):
    assert brings(phone_alone, [LINE, {**LINE, **change}], []) == {"line": 5}
