"""The door of a night: who comes, who has paid, a list that is pasted, the card of one."""

from functools import partial
from uuid import uuid4

import pytest
from django.http import QueryDict
from hypothesis import example, given, strategies as st

from rules.night import events
from rules.night.bounds import ENTRANTS
from rules.night.presets import Format
from rules.night.prizes import debts
from rules.night.refusals import NightRefusal
from rules.presets import CHINCHON
from scores.circle.circles.merging import merge, merge_players
from scores.core.notation.shown_names import unmarked_text
from scores.fields import NAME_AT_MOST
from scores.models import Role
from scores.night.door.card import EntrantForm, write_on_card
from scores.night.door.names import (
    ListedEntrant,
    PastedList,
    read_entrant,
    read_list,
    search,
)
from scores.night.log import events_of, sheet_of
from scores.night.models import Night
from scores.night.people import names_in_circle
from scores.night.seen import SeenNight
from scores.table.new_match import setup
from tests.scores.support.factories import facts, holder, match_in, phone_of, start
from tests.scores.support.nights import (
    FOUR,
    ended,
    open_night,
    person,
    persons,
    players_named,
    published,
    reported,
    told,
)
from tests.scores.support.table import (
    address_of,
    buttons,
    page_at,
    page_text,
    refusal,
    send_to,
    tap as press,
    text_at,
    text_on,
)
from tests.scores.transfer import circles
from tests.support.calls import calls_of

GROUP = {
    1: "Ana",
    2: "Rosa Núñez",
    3: "Aurora Gil",
    4: "Rodrigo",
    5: "Pedro",
    6: "Herminia",
}
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def night(circle):
    """Ana is here; Luis is of the group too."""
    return open_night(circle, "Ana")


def tap(phone, night, act, person="", headers=None, **fields):
    tapped = {"do": f"{act} {person}".strip(), **fields}
    return phone.post(address_of("night-check-in", night), tapped, headers=headers)


def look_at_list(phone, night, names: str):
    page = page_at(phone, "night-list", night)
    return press(phone, page, "Mirar la lista", names=names)


def test_the_door_says_how_many_lives_whoever_comes_late_has(phone, circle):
    night = open_night(circle, *FOUR, preset=Format.LIVES)
    said = "tantas vidas como quien menos tenga entonces"
    assert said not in text_on(phone, "night-check-in", night)
    reported(published(night))
    text = text_on(phone, "night-check-in", night)
    assert f"{said}: ahora, 2." in text
    tap(phone, night, "here", players_named(circle, "Zoe")[0].pk)
    text = text_on(phone, "night-check-in", night)
    assert "Zoe desde la ronda 2 · 2 vidas" in text


def names_here(night) -> list[str]:
    now = sheet_of(night)
    people = dict(night.circle.players.values_list("pk", "name"))
    return [people[person] for name in now.here for person in now.badges[name].people]


@pytest.mark.parametrize(
    ("typed", "hits"),
    [
        ("ro", ["Rodrigo", "Rosa Núñez", "Aurora Gil", "Pedro"]),
        ("nunez", ["Rosa Núñez"]),
        ("GIL", ["Aurora Gil"]),
        ("ana", ["Ana"]),
        (" ", []),
    ],
)
def test_the_search_takes_letters_anywhere_in_a_name_without_accents(typed, hits):
    assert [GROUP[person] for person in search(typed, GROUP)] == hits


# How chats, notes and spreadsheets write a name, and whom the group knows
WRITTEN = """\
%s
1. %s
12) %s
3º %s
3.- %s
#4 %s
(5) %s
6/ %s
7_%s
1️⃣ %s
1️⃣0️⃣ %s
🔟 %s
✅ %s
☑️%s
☐ %s
▪️ %s
👉🏽 %s
%s ✔️
%s ❌
[x] %s
[ ] %s
(x) %s
- [X] %s
* %s
• %s
– %s
> %s
## %s
*%s*
_%s_
«%s»
"%s"
(%s)
[%s]
@%s
~ %s
%s:
%s,
%s!
%s +34 600 12 34 56
%s [x]
\u200b%s
- 1. %s ✅
""".splitlines()
KNOWN = (
    "Ana",
    "Rosa Núñez",
    "2Pac",
    "50 Cent",
    "Ana (2)",
    "Mª José",
    "प्रीति",
    "J. R.",
)


@st.composite
def written_lists(draw):
    """Whom a list has, and how it is written; a surname in front for who has one."""
    people = draw(st.lists(st.sampled_from(range(len(KNOWN))), min_size=1, unique=True))
    as_written = []
    for whole in map(KNOWN.__getitem__, people):
        first, _space, last = whole.partition(" ")
        in_front = last.isalpha() and first.isalpha() and draw(st.booleans())
        name = f"{last}, {first}" if in_front else whole
        as_written.append(draw(st.sampled_from(WRITTEN)) % name)
    return people, as_written


@example(([0, 1], ["Ana", "Núñez, Rosa,"]), "%s")
@example(([0, 1], ["Ana", "Núñez, Rosa +34 600 12 34 56"]), "%s")
@given(
    written_lists(),
    st.sampled_from(["%s", "%s\t600123123\tsí", "1\t%s", "| %s | 60 |"]),
)
def test_decorations_and_columns_of_a_list_are_no_part_of_a_name(written, row):
    people, lines = written
    known = dict(enumerate(KNOWN))
    listed = read_list("\n".join(row % line for line in lines), known, ())
    assert [each.people for each in listed.entrants] == [(each,) for each in people]


@pytest.mark.parametrize("written", WRITTEN)
def test_decorations_are_no_part_of_a_new_name_nor_of_a_pair(written):
    assert read_entrant(written % "2Pac") == ("2Pac",)
    assert read_entrant(written % "Zoe ✅ + 2Pac") == ("Zoe", "2Pac")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Zoe +1", ["Zoe", "Zoe +1"]),
        ("1. Zoe (+2)\nKai", ["Zoe", "Zoe +1", "Zoe +2", "Kai"]),
        ("+1 Zoe", ["Zoe"]),
        ("Zoe +1 555 123 456", ["Zoe"]),
        ("Gil, Zoe\nRuiz, Kai", ["Zoe Gil", "Kai Ruiz"]),
        ("Zoe, Kai\nLeo, Ana", ["Zoe", "Kai", "Leo", "Ana"]),
        ("Zoe, Kai\nLeo", ["Zoe", "Kai", "Leo"]),
        ("Zoe,600,sí\nKai,601,no", ["Zoe", "Kai"]),
        ("Zoe;sí\nKai;no", ["Zoe", "Kai"]),
        ('"Gil, Zoe";600\n"Ruiz, Kai";601', ["Zoe Gil", "Kai Ruiz"]),
        ("Zoe\tKai", ["Zoe", "Kai"]),
        ("Zoe\tAna\nKai\tPedro", ["Zoe", "Ana", "Kai", "Pedro"]),
        ('"Zoe\nKai', ["Zoe", "Kai"]),
        ("✅\n600123123\n|---|", []),
    ],
)
def test_a_guest_a_surname_in_front_and_a_table_are_read_as_they_are_meant(text, names):
    listed = read_list(text, GROUP, ())
    assert [each.text for each in listed.entrants] == names


@pytest.mark.parametrize(
    ("name", "person"),
    [
        ("Pedro (tarde)", "Pedro"),
        ("1Ana", "Ana"),
        ("tía Rosa Núñez", "Rosa Núñez"),
        ("Aurora", "Aurora Gil"),
        ("Fox", "🦊 Fox"),
        ("Anabel", None),
    ],
)
def test_a_new_name_that_contains_a_known_one_is_asked_about(name, person):
    group = GROUP | {7: "🦊 Fox"}
    [listed] = read_list(name, group, ()).entrants
    assert (listed.text, group.get(listed.alike)) == (name, person)
    assert read_list("🦊 Fox", group, ()).entrants[0].people == (7,)


def test_a_list_says_who_is_known_new_like_somebody_twice_or_there_already():
    listed = read_list(
        "ana, Rosa Núñez\n1. Pedro Ruiz\nHermina;Zoe\nAna\nRodrigo", GROUP, {4}
    )
    assert listed == PastedList(
        entrants=(
            ListedEntrant(0, ("ana",), (1,)),
            ListedEntrant(1, ("Rosa Núñez",), (2,)),
            ListedEntrant(2, ("Pedro Ruiz",), ("Pedro Ruiz",), 5),
            ListedEntrant(3, ("Hermina",), ("Hermina",), 6),
            ListedEntrant(4, ("Zoe",), ("Zoe",)),
        ),
        doubles=("Ana",),
        present=("Rodrigo",),
    )


def test_a_list_is_shown_before_it_is_written_and_then_written_once(
    phone, night, circle
):
    circle.players.create(name="Pedro")
    page = page_at(phone, "night-list", night)
    names = "1. Ana\n2. Luis, Pedro Ruiz\nZoe\nZoe\nPedro"
    looked = press(phone, page, "Mirar la lista", names=names)
    text = page_text(looked)
    said = (
        "Se apuntan 4",
        "2 del grupo",
        "2 nuevos en el grupo",
        "¿es Pedro?",
        "Zoe está dos veces",
        "Ya están en la noche Ana",
    )
    assert [words for words in said if words not in text] == []
    assert len(events_of(night)) == 1
    assert 'name="alike_2"' in looked.text
    assert circle.players.filter(name="Zoe").count() == 0
    for _tap in (1, 2):
        answer = press(
            phone, looked, "Apuntar 4", names=names, are_here="1", alike_2="on"
        )
        assert answer["Location"] == address_of("night-check-in", night)
    assert names_here(night) == ["Ana", "Luis", "Pedro", "Zoe"]
    assert circle.players.filter(name__startswith="Pedro").count() == 1


def test_a_long_list_of_new_names_costs_little_in_a_large_group():
    """Counted in calls: who is alike is looked for among the names of as many as a night takes."""
    group = {number: f"Persona {number}" for number in range(600)}
    text = ",".join(f"{first}{second}" for first in LETTERS for second in LETTERS)
    assert calls_of(partial(read_list, text, group, ())) < 100_000


def test_a_name_of_too_many_letters_or_of_none_is_told_and_not_cut(phone, circle):
    night = open_night(circle)
    before = events_of(night)
    long = "a" * (NAME_AT_MOST + 1)
    refused = tap(phone, night, "new", q=f"Eva + {long}")
    assert "Un nombre tiene como mucho 40 letras." in refusal(refused)
    assert "Falta el nombre." in refusal(tap(phone, night, "new", q="1."))
    assert f"{long} No se apunta" in page_text(look_at_list(phone, night, long))
    assert read_list(f"{long}, Pau", {}, ()).new == [
        ListedEntrant(1, ("Pau",), ("Pau",))
    ]
    assert events_of(night) == before


def test_who_is_only_expected_is_away_owes_nothing_and_comes_with_a_tap(
    phone, night, circle
):
    looked = look_at_list(phone, night, "Luis, Zoe")
    press(phone, looked, "Apuntar 2", names="Luis, Zoe")
    assert names_here(night) == ["Ana"]
    assert debts(sheet_of(night), 500) == {1: 500, 2: 0, 3: 0}
    page = page_at(phone, "night-check-in", night)
    assert "Faltan, 2" in page_text(page)
    assert "Aquí, 1" in page_text(page)
    press(phone, page, "Está aquí ·Zoe")
    press(phone, page, "No viene ·Luis")
    assert names_here(night) == ["Ana", "Zoe"]
    assert sorted(sheet_of(night).badges) == [1, 3]


def test_a_list_of_more_than_fit_in_a_night_writes_nothing(phone, night, circle):
    names = "\n".join(persons(ENTRANTS.high))
    looked = look_at_list(phone, night, names)
    answer = press(phone, looked, f"Apuntar {ENTRANTS.high}", names=names)
    assert len(events_of(night)) == 1
    assert "En una noche caben 160, y ya están." in page_text(answer)
    assert circle.players.filter(name__startswith="Persona").count() == 0


def test_a_tap_is_here_a_second_is_paid_and_a_repeated_one_writes_nothing(
    phone, circle
):
    night = open_night(circle, "Luis", "Eva", "Paco")
    ana = person(circle, "Ana").pk

    def made(*acts):
        for act in acts:
            before = len(events_of(night))
            assert tap(phone, night, act, ana, headers=HTMX).status_code == 200
            yield events_of(night)[before:]

    assert [*made("here", "here", "paid", "paid", "unpaid", "gone", "gone")] == [
        [events.Entered(4, (ana,))],
        [],
        [events.Paid(4, 500)],
        [],
        [events.Paid(4, -500)],
        [events.Removed(4)],
        [],
    ]
    published(told(night, events.Entered(4, (ana,))))
    assert [*made("gone", "gone")] == [[events.Left(4)], []]
    text = text_on(phone, "night-check-in", night)
    assert [part in text for part in ("Aquí, 3", "Se han ido, 1")] == [True, True]
    told(night, events.Paid(4, 700))
    assert [*made("here", "paid")] == [[events.Back(4)], []]


def test_the_door_warns_of_two_who_are_bound_to_one_table(phone, circle):
    night = open_night(circle)
    said = "Ana y Eva están atados a la mesa 1: se cruzarán todas las rondas."
    warned = [
        said in text_on(phone, "night-check-in", told(night, one))
        for one in (events.TablesLimited(who, (1,)) for who in (1, 3))
    ]
    assert warned == [False, True]


def test_a_tap_on_one_phone_shows_on_the_other(phone, night, circle):
    other = phone_of(circle, Role.OWN)
    poll = partial(other.get, address_of("night-check-in", night), headers=HTMX)
    shown = page_at(other, "night-check-in", night).text
    assert 'hx-get="?since=1" hx-trigger="every 4s"' in shown
    tap(phone, night, "here", person(circle, "Luis").pk)
    assert "Aquí, 2" in page_text(poll({"since": 1}))
    assert poll({"since": 2}).status_code == 204


def test_enter_takes_the_first_who_is_not_here_or_somebody_new(phone, night, circle):
    for name in ("Susana", "Aurora"):
        circle.players.create(name=name)
    for typed in ("an", "auro", "Zoe + Luis"):
        answer = tap(phone, night, "first", q=typed, headers=HTMX)
        assert answer.status_code == 200
    assert names_here(night) == ["Ana", "Susana", "Aurora", "Zoe", "Luis"]
    assert "Zoe y Luis, aquí. Ya sois 4. Deshacer" in page_text(answer)


def test_without_a_script_enter_shows_who_has_the_letters(phone, night):
    answer = send_to(phone, "night-check-in", night, do="first", q="lui")
    assert len(events_of(night)) == 1
    assert "Luis Está aquí" in page_text(answer)


@pytest.mark.parametrize("do", ["new", "first"])
def test_who_is_here_already_is_not_written_down_twice_by_name(phone, night, do):
    answer = tap(phone, night, do, q="ana ", headers=HTMX)
    assert len(events_of(night)) == 1
    sentence = "na ya está. Si es otra persona, escribe también su apellido."
    assert refusal(answer).count(sentence) == 1


def test_who_came_to_two_of_the_last_nights_is_one_tap_away(phone, circle):
    for names in (("Ana", "Sol"), ("Ana", "Mar"), ("Mar", "Ana")):
        ended(open_night(circle, *names))
    night = open_night(circle, "Ana")
    content = page_at(phone, "night-check-in", night).text
    came = ("Ana", "Mar", "Sol")
    chips = [f'id="chip-{person(circle, name).pk}"' in content for name in came]
    assert chips == [False, True, False]


def test_who_comes_late_to_a_knockout_is_told_so(phone, circle, knockout):
    night = knockout
    [pau] = players_named(circle, "Pau")
    before = len(events_of(night))
    text = page_text(phone.get(address_of("night-check-in", night), {"q": "pau"}))
    assert "Pau Ya no entra: ha empezado" in text
    for answer in (
        tap(phone, night, "new", q="Zoe"),
        tap(phone, night, "here", pau.pk),
    ):
        assert "Ya no entra nadie: ha empezado." in refusal(answer)
    assert len(events_of(night)) == before
    assert not circle.players.filter(name="Zoe").exists()


@pytest.mark.parametrize(
    ("fields", "made"),
    [
        ({"do": "away"}, [events.Away(1)]),
        ({"do": "left"}, [events.Left(1)]),
        (
            {"do": "bind", "tables": "2, 1"},
            [events.TablesLimited(1, (1, 2))],
        ),
        ({"do": "apart", "other": "3"}, [events.KeptApart(1, 3)]),
        ({"do": "together", "other": "3"}, [events.KeptTogether(1, 3)]),
        ({"do": "drop", "other": "3"}, []),
        ({"do": "paid"}, [events.Paid(1, 500)]),
        ({"do": "remove"}, [events.Removed(1)]),
        ({"do": "rename", "name": "Anita"}, []),
        ({"do": "rename"}, None),
        ({"do": "bind", "tables": "uno"}, None),
        ({"do": "apart"}, None),
        ({"do": "substitute"}, None),
        ({"do": "nothing"}, None),
    ],
)
def test_the_card_of_an_entrant_makes_one_event_or_says_why_not(
    phone, circle, fields, made
):
    night = open_night(circle)
    before = events_of(night)
    answer = send_to(phone, "night-entrant", night, 1, **fields)
    assert answer.status_code == (422 if made is None else 302)
    assert events_of(night) == [*before, *(made or [])]


def test_the_card_of_somebody_whom_another_phone_takes_out_meanwhile_says_so(
    phone, circle
):
    night = open_night(circle)
    seen = SeenNight.of(night)
    form = EntrantForm(QueryDict("do=left"), seen, 1)
    assert form.is_valid()
    send_to(phone, "night-entrant", night, 1, do="remove")
    with pytest.raises(NightRefusal) as refused:
        write_on_card(holder(phone), seen, 1, form)
    assert refused.value.code == "no-such-entrant"


def test_a_name_is_changed_on_the_card_which_removes_nobody_after_the_first_round(
    phone, circle
):
    night = open_night(circle)
    address = address_of("night-entrant", night, 1)
    version = Night.objects.get().version
    press(phone, phone.get(address), "Cambiar", name="Anita")
    assert not circle.players.filter(name="Ana").exists()
    assert names_here(night) == ["Anita", "Luis", "Eva", "Paco"]
    assert Night.objects.get().version > version  # for the other door
    assert send_to(phone, "night-entrant", night, 2, do="remove")[
        "Location"
    ] == address_of("night-check-in", night)
    assert names_here(night) == ["Anita", "Eva", "Paco"]
    send_to(phone, "night-entrant", night, 3, do="substitute", name="Rosa")
    assert names_here(night) == ["Anita", "Rosa", "Paco"]
    published(night)
    refused = phone.post(address, {"do": "remove"})
    assert "nadie se borra, pero puede irse" in refusal(refused)
    assert "no se puede borrar" in text_at(phone, address)


def test_a_name_that_was_mistyped_and_deleted_is_gone_from_the_group_and_comes_back(
    phone, circle
):
    """Who has played, or came to another night, stays."""
    told(open_night(circle, "Rosa"), events.Left(1))
    start(phone, "Luis", "Eva", circle=circle.code)
    night = open_night(circle, "Luis", "Rosa", "Equivocadez")
    for entrant in (1, 2, 3):
        send_to(phone, "night-entrant", night, entrant, do="remove")
    known = {*names_in_circle(night).values()}
    assert {*map(unmarked_text, known)} == {"Ana", "Luis", "Eva", "Rosa"}
    assert "Equivocadez" not in text_at(phone, circle.get_absolute_url())
    log = page_at(phone, "night-log", night)
    press(phone, log, buttons(log)[0])
    assert "Equivocadez" in text_on(phone, "night-check-in", night)
    assert "Equivocadez" in map(unmarked_text, names_in_circle(night).values())


def play_without_a_signal(phone, night, gone):
    """Their phone had the player of the group, and sends the match when it has a signal again."""
    names = ("Luis", gone.name)
    setup.start_match(night.circle, uuid4(), facts(CHINCHON), names, uids={1: gone.uid})


def come_in_a_file(plays):
    """From a copy of the group in which they play."""

    def come_back(phone, night, gone):
        copy = circles.whole(circles.text(night.circle))
        copy.players.update(is_gone=False)
        plays(copy, gone.name)
        circles.brought(circles.text(copy), night.circle)

    return come_back


@pytest.mark.parametrize(
    "come_back",
    [
        lambda phone, night, gone: tap(phone, night, "here", gone.pk),
        play_without_a_signal,
        come_in_a_file(lambda copy, name: match_in(copy, ("Luis", name), CHINCHON)),
        come_in_a_file(open_night),
    ],
)
def test_whoever_is_given_a_place_again_is_of_the_group_again(phone, circle, come_back):
    night = open_night(circle, "Luis", "Equivocadez")
    send_to(phone, "night-entrant", night, 2, do="remove")
    gone = person(circle, "Equivocadez")
    assert gone not in circle.players.current()
    come_back(phone, night, gone)
    assert gone in circle.players.current()
    assert circle.players.filter(name="Equivocadez").count() == 1


def test_wishes_on_the_card_are_shown_and_dropped(phone, circle):
    night = open_night(circle)
    card = page_at(phone, "night-entrant", night, 1)
    for wish, other in (("Juntar", "4"), ("Juntar", "3"), ("Separar", "2")):
        press(phone, card, wish, other=other)
    said = "separado de Luis · junto a Eva y Paco"
    assert said in text_on(phone, "night-check-in", night)
    card = text_on(phone, "night-entrant", night, 1)
    assert "Separado de Luis" in card
    assert card.count("Junto a") == 2
    for other in ("2", "3", "4"):
        send_to(phone, "night-entrant", night, 1, do="drop", other=other)
    page = page_at(phone, "night-entrant", night, 1)
    press(phone, page, "Descansa la próxima")
    now = sheet_of(night)
    assert now.apart == now.together == frozenset()
    assert now.badges[1].is_away


def test_who_was_merged_meanwhile_comes_as_the_person_they_are_now(
    phone, night, circle
):
    double = circle.players.create(name="Luisito")
    merge_players(person(circle, "Luis"), double, holder(phone))
    send_to(phone, "night-check-in", night, do=f"here {double.pk}")
    assert names_here(night) == ["Ana", "Luis"]


def test_after_a_merge_of_groups_who_was_in_the_night_is_tapped_as_before(phone):
    kept, emptied = (start(phone, *FOUR, circle="new").circle for _group in range(2))
    night = open_night(emptied)
    ana = person(emptied, "Ana")
    merge(kept, emptied, {ana: person(kept, "Ana")}, holder(phone))
    assert tap(phone, night, "gone", ana.pk).status_code == 302
    assert sheet_of(night).here == (2, 3, 4)
