"""A match that starts on a phone is the one that the server starts, from the same form."""

from random import Random
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from rules.events import Retired
from scores.core.match_facts import TEXTS
from scores.core.notation.names import tidy
from scores.models import Match, Player, Role
from tests.rules.support.table import hand
from tests.scores.phone.conftest import GAMES, PAGE, document_of, now, pairs
from tests.scores.phone.test_same_answers import assert_alike
from tests.scores.support.drawn_boards import lines_of, main_of
from tests.scores.support.factories import phone_of, start, write
from tests.scores.support.table import form, new_match, play, send_to
from tests.support import extent

NAMES = (
    "Ana",
    "ana ",
    "Luis",
    "Inés & <b>",
    "  Doña   Hilda",
    "",
    "",
    "Anita",
    "N" * 41,
    "Ñ" * 40,
)
TYPED = (
    *[""] * 4,
    "0",
    "7",
    "12.0",
    "x",
    "-3",
    "99999999999",
    "as de oros",
    "ninguna",
    "TT te, EE",
    "Z",
)
DETAILS = {
    "place": ("", "Bar Manolo", "B" * 61),
    "note": ("", "con «lluvia»", "n" * 201),
    "played_on": ("", "2026-02-28", "2026-02-30", "1850-01-01", "2999-01-01", "x"),
    "currency": ("", "€", "euros"),
    "save_as": ("", "", "De casa", "W" * 41),
    "deal_direction": ("", "1", "-1", "2"),
    "dealer": ("", "0", "1", "3", "-1", "x"),
    "circle": ("", "", "new", "zzzzzzzzzz"),
}
OF_ITS_OWN = (
    "uids",
    "is_unsent",
    "links",
    "poll_ms",
    "seen",
    "version",
    "created_at",
    "utc_offsets",
    "code",
)
FORMS = extent.share("random starts of the phone", nightly=12, here=2)


def payload(client, **more):
    document = client.get(reverse("circles-document")).json()
    return {**PAGE, "groups": document, "now": now(), **more}


def random_form(dice, client, preset):
    """A form as a browser could send it, mostly; every field may have something that cannot be."""
    looked = client.post(reverse("new-match"), new_match(preset=preset, do="look"))
    is_sloppy = dice.random() < 0.5
    fields = {
        "uid": UUID(int=dice.getrandbits(128)).hex,
        "preset": preset,
        "places": str(dice.choice((2, 4, 4, 5))),
    }
    for index in range(5):
        fields[f"name_{index}"] = dice.choice(NAMES if is_sloppy else NAMES[:5])
    for name, values in DETAILS.items():
        if dice.random() < 0.3:
            fields[name] = dice.choice(values if is_sloppy else values[:2])
    for one in form(looked, "new-match").controls:
        if one.name in fields:
            continue
        if one.kind in ("text", "number") and dice.random() < 0.05:
            fields[one.name] = dice.choice(TYPED)
        elif one.kind == "select" and dice.random() < 0.2:
            fields[one.name] = dice.choice(one.options)
    return fields


def facts(document):
    return {name: value for name, value in document.items() if name not in OF_ITS_OWN}


def both(client, phone, fields):
    """What the server and the phone make of a form: the document of the match, or why there is none."""
    known = set(Player.objects.values_list("pk", flat=True))
    given = payload(client, fields=pairs(fields), code="abcdefghjk")
    in_phone = phone.call("new_match", given)
    address = reverse("new-match")
    served = client.post(address, fields, headers={"accept": "application/json"})
    if served.status_code != 302:
        page = client.post(address, fields)
        drawn = {name: in_phone.get(name) for name in ("status", "reasons")}
        return (
            {
                "status": served.status_code,
                "reasons": served.json()["reasons"],
                "main": lines_of(main_of(page.text)),
            },
            {**drawn, "main": lines_of(in_phone["blocks"]["main"])},
        )
    document = client.get(f"{served.url}document/").json()
    sent = sent_facts(Match.objects.get(code=document["code"]), known)
    sent |= {
        "save_as": tidy(fields.get("save_as", "")),
        "circle": fields.get("circle", ""),
    }
    return (
        {**facts(document), "facts": sent},
        {**facts(in_phone["document"]), "facts": in_phone["facts"]},
    )


def sent_facts(match, known):
    """The facts with which a phone would have asked for this match, when these players were known."""
    columns = [fact.key for fact in TEXTS]
    columns += ["ruleset", "first_dealer", "direction"]
    players = [seat.player for seat in match.seats.select_related("player")]
    return {
        **{name: getattr(match, name) for name in columns},
        "played_on": match.played_on.isoformat(),
        "players": [
            {"uid": str(player.uid), "name": player.name}
            if player.pk in known
            else {"name": player.name}
            for player in players
        ],
        "previous": match.previous.code if match.previous else "",
        "save_as": "",
        "circle": "",
    }


@pytest.mark.parametrize(("preset", "language"), GAMES)
def test_a_phone_starts_and_refuses_as_the_server_does(phones, preset, language):
    dice = Random(f"start {preset}")
    client = Client(headers={"accept-language": language})
    start(client, "Ana", "Luis", "Anita", preset=preset)
    Player.objects.filter(name="Ana").update(emoji="🦊", chosen_colour=3)
    Player.objects.filter(name="Luis").update(chosen_colour=0)
    for number in range(FORMS):
        fields = random_form(dice, client, preset)
        assert_alike(*both(client, phones[language], fields), number, fields)


@pytest.mark.parametrize("act", ["more", "up-1", "name-Luis"])
def test_the_small_buttons_do_what_they_do_on_the_server(spanish, phone, act):
    start(phone, "Ana", "Luis", save_as="De casa", limit=80, currency="€")
    fields = new_match("Eva", "", "Ana", preset="gin", limit="50", uid="k3y", do=act)
    served = phone.post(reverse("new-match"), fields).text
    drawn = spanish.call("new_match", payload(phone, fields=pairs(fields)))
    assert lines_of(drawn["blocks"]["main"]) == lines_of(main_of(served))
    assert drawn["status"] == 200


def test_a_phone_that_may_keep_score_only_has_no_more_rights_in_its_match(
    spanish, phone
):
    match = start(phone, "Ana", "Luis")
    scorer = phone_of(match.circle, Role.SCORE)
    on_server, in_phone = both(
        scorer, spanish, new_match("Ana", "Eva", currency="€", save_as="De casa")
    )
    assert in_phone == on_server
    assert in_phone["role"] == 2


@pytest.mark.parametrize("language", ["es", "en-gb"])
@pytest.mark.parametrize("asked", [{}, {"jokers": "1", "clean": "2", "rebuy": "2"}])
def test_five_questions_lead_to_the_rules_to_which_they_lead_on_the_server(
    phones, language, asked
):
    client = Client(headers={"accept-language": language})
    start(client, "Ana", "Luis")
    served = client.get(reverse("five-questions"), asked).text
    given = payload(client, fields=pairs(asked))
    drawn = phones[language].call("five_questions", given)
    assert lines_of(drawn["blocks"]["main"]) == lines_of(main_of(served))


# Rematch


def test_a_rematch_is_the_one_of_the_server(spanish, phone):
    match = start(
        phone,
        "Ana",
        "Luis",
        "Eva",
        dealer=1,
        limit=50,
        rebuys=0,
        place="Bar",
        currency="€",
    )
    play(phone, match, hand(0, 10, 10))
    write(match, Retired(2))
    play(phone, match, hand(0, 60))
    asked = {"document": document_of(phone, match), "code": "abcdefghjk"}
    answer = spanish.call("rematch", {**PAGE, **asked, "now": now()})
    in_phone = answer["document"]
    known = set(Player.objects.values_list("pk", flat=True))
    url = send_to(phone, "rematch", match).url
    assert facts(in_phone) == facts(phone.get(f"{url}document/").json())
    assert in_phone["names"] == [[0, "Ana"], [1, "Luis"]]
    assert answer["facts"] == sent_facts(match.rematches.get(), known)
