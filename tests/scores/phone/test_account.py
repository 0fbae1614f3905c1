"""What is paid on a phone without a server: each act leaves the account that it leaves on a server."""

import re
from html import unescape
from random import Random
from uuid import uuid4

import pytest

from scores.models import Role
from tests.scores.phone.conftest import history, summaries_of
from tests.scores.phone.test_history import parts, words
from tests.scores.support.circle_matches import JULY, new_circle, played
from tests.scores.support.factories import phone_of
from tests.scores.support.table import address_of, update_row

NAMES = ("Ana", "Luis", "Eva", "Paco", "Íñigo")
ACTS = 10
ACCOUNT = "/c/phone/account/"
EVENING = f"/c/phone/evenings/{JULY.isoformat()}/"
OTHER = "1f8fad5b-d9cb-469f-a165-70867728950e"
MONEY = ("money net", "money due payments", "paid-log", "warn", "lead")
FORM = re.compile(r'<form method="post".*?</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


def forms_of(html):
    """The hidden fields of each form that says what was paid."""
    found = [dict(HIDDEN.findall(form.group())) for form in FORM.finditer(html)]
    fields = [{name: unescape(text) for name, text in each.items()} for each in found]
    return [each for each in fields if "key" in each]


class PhoneAlone:
    """A phone with these matches, and with what was paid there."""

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

    def page(self, path):
        return self.ask(path)["blocks"]["main"]

    def posts(self, path, fields, **more):
        """What the page says if nothing was stored."""
        answer = self.ask(path, fields=[*fields.items()], **{"is_full": False, **more})
        if "fact" in answer:
            self.facts = [*self.facts, answer["fact"]]
            return ""
        return words(answer["blocks"]["main"])

    def form(self, path=ACCOUNT, number=0):
        return forms_of(self.page(path))[number]


@pytest.fixture
def circle():
    return new_circle()


@pytest.fixture
def alone(circle, phone_alone):
    """Luis owes Ana 5 €."""
    played(circle, "Ana", "Luis", stake=5, currency="€")
    return PhoneAlone(phone_alone, circle)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_paid_the_phone_says_what_the_server_says(
    circle, phone_alone, seed
):
    dice = Random(seed)
    played(circle, *NAMES, stake=1)  # the order of all of them
    matches = []
    for number in range(4):
        names = dice.sample(NAMES, dice.randint(2, 4))
        currency = dice.choice(("", "€"))
        stake = dice.randint(1, 9)
        matches.append(
            played(circle, *names, days=number % 2, stake=stake, currency=currency)
        )
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
        assert same_pages(circle, server, alone)
    assert len(alone.facts) > 2


def act_alike(dice, circle, server, alone):
    """The same form of the same page, on both; sometimes with two taps."""
    name, path = dice.choice((("account", ACCOUNT), ("evening", EVENING)))
    arguments = [JULY.isoformat()] if name == "evening" else []
    address = address_of(name, circle, *arguments)
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
        cents = dice.choice((int(own["all"]), dice.randint(1, int(own["all"]) + 50)))
        part = f"{cents // 100},{cents % 100:02}"
        do = {"do": "part", "part": part}
    for _tap in range(dice.randint(1, 2)):
        told = server.post(address, {**theirs, **do})
        assert (told.status_code == 302) == (do_alone(alone, path, {**own, **do}))


def do_alone(alone, path, fields):
    """Whether it was taken, or was there already."""
    said = alone.posts(path, fields)
    return not re.search("Por pagar: |Escribe una cantidad|pendiente:", said)


def same_pages(circle, server, alone):
    for path, address in (
        (ACCOUNT, address_of("account", circle)),
        (EVENING, address_of("evening", circle, JULY.isoformat())),
    ):
        answer = server.get(address)
        ours = alone.ask(path)
        assert answer.status_code == ours["status"]
        if answer.status_code == 200:
            theirs = [without_time(each) for each in parts(answer.text, *MONEY)]
            own = [without_time(each) for each in parts(ours["blocks"]["main"], *MONEY)]
            assert own == theirs
    return True


def without_time(text):
    """One may have written it in the next minute; and the server says which phone has."""
    return re.sub(r" \d\d:\d\d( · Teléfono sin nombre)?", "", text)


def test_what_is_stored_of_a_part_that_was_paid_and_of_the_rest(alone):
    part = {**alone.form(), "do": "part", "part": "1,50"}
    assert alone.posts(ACCOUNT, part) == ""
    assert "pendiente" not in alone.posts(ACCOUNT, part)  # a second tap
    other = alone.posts(ACCOUNT, {**part, "part": "1"})
    assert "Ese pago ya no está pendiente" in other
    assert alone.posts(ACCOUNT, {**alone.form(), "do": "all"}) == ""
    assert [fact[1:5] for fact in alone.facts] == [
        [[["€", "Luis", "Ana", 150]], "", False, ""],
        [[["€", "Luis", "Ana", 350]], "", True, ""],
    ]


def test_what_cannot_be_paid_is_told_and_stays_in_the_form(alone):
    fields = {**alone.form(), "do": "part", "part": "<b>"}
    answer = alone.ask(ACCOUNT, fields=[*fields.items()], is_full=False)
    assert "fact" not in answer
    assert "Escribe una cantidad" in words(answer["blocks"]["main"])
    assert 'value="&lt;b&gt;"' in answer["blocks"]["main"]


@pytest.mark.parametrize(
    "change",
    [{"key": OTHER.upper()}, {"due": "€\tana\tluis"}, {"all": "501"}, {"all": "٥"}],
)
def test_what_no_page_sends_writes_nothing(alone, change):
    assert alone.posts(ACCOUNT, {**alone.form(), "do": "all", **change}) != ""
    assert alone.facts == []


def test_a_phone_that_is_full_says_so(alone):
    said = alone.posts(ACCOUNT, {**alone.form(), "do": "all"}, is_full=True)
    assert "Este teléfono no puede guardar nada" in said
    assert alone.facts == []


# Files


LINE = {
    "uid": "0f8fad5b-d9cb-469f-a165-70867728950e",
    "at": 1_780_000_000_000,
    "payments": [["€", "Luis", "Ana", 150]],
}
STORED = [LINE["uid"], LINE["payments"], "", False, "", LINE["at"]]


def brings(phone, lines, facts):
    numbered = [
        {"line": 4 + index, "account": line} for index, line in enumerate(lines)
    ]
    return phone.call("file_facts", {"lines": numbered, "facts": facts})


def test_a_file_brings_what_is_not_here_and_undoes_nothing_twice(phone_alone):
    undo = {"uid": OTHER, "at": LINE["at"], "payments": []}
    undo["undoes"] = LINE["uid"]
    undone = [OTHER, [], "", False, LINE["uid"], LINE["at"]]
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
        {"undoes": "x"},
        {"undoes": LINE["uid"].upper()},
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
