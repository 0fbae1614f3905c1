"""A match that goes from phone to phone without a server: what its codes have and what others make of it."""

import json
from contextlib import suppress
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from phone.runtime.hand_over import FACTS_OF_MATCH
from phone.runtime.stand_ins import images
from rules.presets import RULESETS
from scores.circle.images.layout import SMALLEST
from scores.circle.images.render import fitted_line
from scores.core.match_facts import TEXTS
from tests.scores.phone.conftest import FILES, KEY, PAGE
from tests.scores.support import bounds
from tests.scores.support.phone_process import FailedCall
from tests.support import extent

RULES = RULESETS["chinchon-fournier"]
SHORT = replace(RULES, limit=50, rebuys=0)


def hand(points):
    payload = {"closer": 0, "close": "clean", "deadwood": {"1": points}}
    return ["hand", payload, 1_780_000_060_000, f"key-{points}"]


def document(*points, **facts):
    """A match of two, with a hand for each of the points."""
    return {
        **{fact.key: "" for fact in TEXTS},
        "format": 1,
        "code": "nfgh5wlrka",
        "version": len(points),
        "role": 3,
        "seen": "-1.3",
        "language": "es",
        "is_unsent": True,
        "is_archived": False,
        "night_table": None,
        "created_at": 1_780_000_000_000,
        "played_on": "2026-05-28",
        "utc_offsets": [[1_780_000_000_000, 120]],
        "ruleset": RULES.dump(),
        "names": [[0, "Ana"], [1, "Luis"]],
        "players_at_start": 2,
        "first_dealer": 0,
        "direction": 1,
        "links": [],
        "rematch": None,
        "faces": [],
        "poll_ms": 3000,
        "static": FILES,
        "entries": [hand(number) for number in points],
        **facts,
    }


CODE = "nfgh5wlrka"
GROUPS = {"language": "es", "utc_offset": 120, "poll_ms": 3000, "static": FILES}


def packed(phone_alone, shared):
    """What the codes of a match have."""
    answer = phone_alone.call("shared", {"document": shared, "uid": KEY})
    return answer["packed"]


def receive(phone_alone, match, here=None):
    asked = {"packed": match, "here": here, "code": CODE, "groups": GROUPS}
    return phone_alone.call("received", asked)


def test_another_phone_has_the_match_as_it_was_with_the_rules_in_short(phone_alone):
    joined = ["join", {"player": 2, "name": "Eva"}, 1_780_000_070_999, "k", "Eva"]
    match = packed(phone_alone, document(7, entries=[hand(7), joined], place="Bar"))
    assert len(match[3]) < 25
    there = receive(phone_alone, match)["document"]
    assert there == {
        **document(7, place="Bar", code=CODE, uid=KEY, role=1),
        "seen": "-1.1",
        "version": 2,
        "names": [[0, "Ana"], [1, "Luis"], [2, "Eva"]],
        "entries": [
            [*hand(7)[:3], f"{CODE}-0"],
            ["join", joined[1], 1_780_000_070_000, f"{CODE}-1"],
        ],
    }


GO_ON = 'data-receive="3"'
STORE = 'data-receive="1"'


@pytest.mark.parametrize(
    ("here", "sentence", "buttons"),
    [
        (None, "Esta partida no está en este teléfono.", [GO_ON, STORE]),
        (document(7, 9), "Esta partida ya está en este teléfono.", []),
        (document(7, 9, role=1), "Esta partida ya está en este teléfono.", [GO_ON]),
        (document(7), "aquí le falta lo último", [GO_ON, STORE]),
        (document(7, 9, 4), "aquí tiene más", []),
        (document(8), "se siguió en los dos", []),
    ],
)
def test_what_a_phone_has_of_a_match_decides_what_it_may_do_with_the_code(
    phone_alone, here, sentence, buttons
):
    answer = receive(phone_alone, packed(phone_alone, document(7, 9)), here)
    body = answer["blocks"]["main"]
    assert sentence in body
    assert [button for button in (GO_ON, STORE) if button in body] == buttons
    assert ('href="/m/nfgh5wlrka/"' in body) == (here is not None)
    if here and not buttons:
        assert answer["document"] == here


def test_what_is_new_comes_behind_the_log_that_the_phone_has(phone_alone):
    match = packed(phone_alone, document(7, 9))
    merged = receive(phone_alone, match, document(7, code="own"))["document"]
    assert merged["code"] == "own"
    assert [entry[3] for entry in merged["entries"]] == ["key-7", f"{CODE}-1"]


def test_a_match_that_is_over_is_stored_and_not_gone_on_with(phone_alone):
    match = packed(phone_alone, document(70, ruleset=SHORT.dump()))
    body = receive(phone_alone, match)["blocks"]["main"]
    assert [button for button in (GO_ON, STORE) if button in body] == [STORE]


KEYS = ("version", "uid", "start", "ruleset", "names", "texts", "facts", "entries")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("version", 2),
        ("uid", "u" * 37),
        ("start", 1e300),
        ("names", ["Ana"]),
        ("names", ["Ana", ""]),
        ("names", ["Ana", ["Luis"]]),
        ("names", ["Ana", "L" * 41]),
        ("names", ["Ana"] * 25),
        ("texts", ["", "", "B" * 61, ""]),
        ("texts", ["", "", ""]),
        ("texts", ["", "", "", None]),
        ("facts", ["2026-05-28", 0, 0, 1]),
        ("facts", ["2026-05-28", 2, 2, 1]),
        ("facts", ["2026-05-28", 2, 0, 2]),
        ("facts", ["yesterday", 2, 0, 1]),
        ("ruleset", {"key": "chinchon", "limit": -5}),
        ("entries", [["hand", {"closer": 7, "close": "clean"}, 0]]),
        ("entries", [[*hand(2_000_000)[:2], 9]]),
        ("entries", [[*hand(1)[:2], 9]] * 900),
        ("entries", [["hand", {}, None]]),
        ("entries", [["dance", {}, 0]]),
    ],
)
def test_what_no_phone_has_written_is_refused_before_anything_is_shown(
    phone_alone, key, value
):
    match = packed(phone_alone, document(7))
    match[KEYS.index(key)] = value
    with pytest.raises(FailedCall):
        receive(phone_alone, match)


def test_codes_that_are_missing_are_named(phone_alone):
    asked = {"groups": {"static": {}}, "missing": ["2", "3"]}
    assert "Falta el código 2, 3" in phone_alone.call("unread", asked)["blocks"]["main"]
    none = phone_alone.call("unread", {**asked, "missing": []})["blocks"]["main"]
    assert "no ha cambiado nada" in none


SVG = "{http://www.w3.org/2000/svg}"


def words_of(svg):
    texts = ElementTree.fromstring(svg).iter(f"{SVG}text")
    return ["".join(text.itertext()) for text in texts]


def test_the_result_is_a_page_and_the_drawings_of_its_pictures_and_of_a_hand(
    phone_alone,
):
    names = [[0, "Ana <b>"], [1, "Luis " + "l" * 35]]
    cards = {"1": "4o;10o 11c 12b 10c 11e 12e"}
    lost = {"closer": 0, "close": "clean", "deadwood": {"1": 60}, "cards": cards}
    shown = document(
        names=names,
        ruleset=SHORT.with_options({"figures": "ten"}).dump(),
        entries=[["hand", lost, 1_780_000_070_999, "k"]],
    )
    asked = {"document": shown, "symbols": '<symbol id="oros"/>', "hand": "worst"}
    answer = phone_alone.call("result", asked)
    body = " ".join(answer["blocks"]["main"].split())
    assert "Ana &lt;b&gt;" in body
    assert 'aria-current="true">La peor mano</a>' in body
    result, worst = map(words_of, answer["svgs"])
    assert [result[0], result[-1]] == ["Ganó Ana <b>", "Reenganche"]
    assert names[1][1] in result
    assert worst[1].startswith("La peor mano: Luis")
    assert worst[2:10] == ["4", "", "10", "11", "12", "10", "11", "12"]


def test_a_hand_may_be_tried_where_there_is_no_server(phone_alone):
    asked = {"key": "k", "groups": GROUPS}
    board = phone_alone.call("demo", asked)["blocks"]["body"]
    assert 'name="client_key" value="k"' in board
    fields = [["closer", "0"], ["close", "clean"], ["seq", "3"], ["client_key", "k"]]
    fields += [["deadwood_1", "12"], ["deadwood_2", "0"]]
    after = phone_alone.call("demo", {**asked, "fields": fields})["blocks"]["body"]
    assert "Probar otra mano" in after


def of_file(phone_alone, match):
    """What a phone stores of the match of a file."""
    asked = {"match": {**match, "uid": KEY}, "code": CODE, "groups": GROUPS}
    return phone_alone.call("file_match", asked)


def test_who_was_erased_is_somebody_on_a_phone_and_a_text_that_is_not_there_is_empty(
    phone_alone,
):
    match = document(7, place="Bar", names=[[0, "Ana"], [1, ""]])
    for fact in TEXTS:
        if not match[fact.key]:
            del match[fact.key]
    stored = of_file(phone_alone, match)["document"]
    assert stored["names"] == [[0, "Ana"], [1, "Alguien"]]
    assert [stored[fact.key] for fact in TEXTS] == ["", "", "Bar", ""]


def test_of_a_file_a_document_has_facts_that_were_judged_and_nothing_else(phone_alone):
    more = {
        "links": [{"role": "watch", "url": "https://evil.example/", "qr": "<a>"}],
        "photos": [[0, "https://evil.example/x.png"]],
        "static": {"cards.svg": "https://evil.example/cards.svg"},
        "faces": [[0, "<b>", 1]],
        "role": 9,
        "rematch": "../../evil",
        "is_archived": True,
    }
    own = of_file(phone_alone, document(7))["document"]
    assert of_file(phone_alone, document(7, **more))["document"] == own


JOINED = ["join", {"player": 2}, 1_780_000_070_999, "k"]


@pytest.mark.parametrize(
    "facts",
    [
        *({"names": [[a, "Ana"], [b, "Ana"]]} for a, b in ((1, 0), (0, 2), (0, "1"))),
        *({"entries": [[*hand(7)[:3], key]]} for key in (None, 7, "k" * 65)),
        {"entries": [hand(7), JOINED]},  # in a seat that nobody has
    ],
)
def test_seats_and_keys_of_a_file_that_no_phone_gives_are_refused(phone_alone, facts):
    with pytest.raises(FailedCall):
        of_file(phone_alone, document(7, **facts))


ODD = (
    *bounds.ODD,
    *bounds.FAR,
    *('"<b>"', '"../x"', "1e300"),
    json.dumps("x" * bounds.LETTERS),
    json.dumps([1] * bounds.ITEMS),
)
GROUP = {
    **{"code": "phone", "name": "", "role": 3, "utc_offset": 120, "recent": ["Ana"]},
    **{"house_rules": [], "people": [], "uids": [], "called": [], "faces": []},
}


def calls_about(stored):
    """What a phone asks about a match that it has stored."""
    match = stored["document"]
    summary = stored["summary"]
    table = [[*summary, "rematch", "role"], [*summary.values(), None, 3]]
    last = {name: match[name] for name in ("code", "ruleset", "currency")}
    about = {**PAGE, "document": match}
    known = {**GROUPS, "format": 1, "groups": [{**GROUP, "last": last}]}
    listed = {**PAGE, "query": [], "groups": known, "matches": table, "facts": []}
    listed |= {"broken": 0}
    return (
        ("history", {**listed, "path": "/history/"}),
        ("history", {**listed, "path": "/c/phone/"}),
        ("draw", about),
        ("page", {**about, "path": f"/m/{CODE}/log/"}),
        ("page", {**about, "path": f"/m/{CODE}/correct/0/"}),
        ("rematch", {**about, "code": "rematch"}),
        ("shared", {**about, "uid": KEY}),
        ("new_match", {**PAGE, "groups": known, "asked": {}}),
    )


def answer_of(phone_alone, name, payload):
    """None where it fails."""
    with suppress(FailedCall):
        return phone_alone.call(name, payload)


def failures(phone_alone, stored):
    calls = calls_about(stored)
    return [name for name, asked in calls if not answer_of(phone_alone, name, asked)]


@pytest.mark.long
def test_what_is_odd_in_a_file_is_refused_or_makes_a_match_that_stops_no_page(
    phone_alone,
):
    names = [[0, "Ana"], [1, "Luis"], [2, "Eva"]]
    whole = document(7, entries=[hand(7), JOINED], names=names, uid=KEY)
    match = {name: fact for name, fact in whole.items() if name in FACTS_OF_MATCH}
    assert failures(phone_alone, of_file(phone_alone, match)) == []
    paths = [path for path, _shape in bounds.paths(match)]
    for path in extent.spread("every path of every format", paths, 0, part=40):
        for text in ODD:
            odd = json.loads(bounds.text_with(match, path, text))
            asked = {"match": odd, "code": CODE, "groups": GROUPS}
            if stored := answer_of(phone_alone, "file_match", asked):
                assert (path, text, failures(phone_alone, stored)) == (path, text, [])


# Pictures


ROOM = 290  # as a name beside a chart


@pytest.mark.parametrize("is_bold", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "Maximiliano Bartolomé de las Casas y Oca",
        "WWWWWMMMMM MMMMWWWW",
        "mmmmmmmmmmmmmmm wwww",
        "MARÍA DEL CARMEN ÑÚÑEZ",
        "illi jilt filli jilt filli",
    ],
)
def test_a_name_in_a_picture_has_the_room_that_it_has_on_the_server(name, is_bold):
    line = images.fitted_line(name, 41, ROOM, bold=is_bold)
    [(_x, shown)] = line.letters
    assert fitted_line(shown, line.size, 9999, bold=is_bold).width <= ROOM
    assert line.size >= SMALLEST * 41 - 1
