"""Who watches a night by its link: their rank and table come first once they said who they are."""

from django.test import Client
from django.urls import reverse

from scores.circle.circles.merging import erase_name
from scores.core.notation.names import joined_names
from scores.models import Match, Role
from scores.night import links
from tests.scores.night.test_organise import report
from tests.scores.support.nights import ended, person
from tests.scores.support.table import address_of, page_at, send_to, text_at, text_on


def test_who_said_that_they_are_the_third_see_their_own_table_first_until_they_take_it_back(
    night,
):
    guest = Client()
    link = links.link_path(night, Role.WATCH)
    page = address_of("night-standings", night)
    assert guest.get(page).status_code == 404
    assert guest.get(link).status_code == 200
    assert night.grants.count() == 0
    assert guest.post(link)["Location"] == page
    seen = []
    for entrant in (None, "3", ""):
        if entrant is not None:
            send_to(guest, "night-me", night, entrant=entrant)
        text = text_at(guest, page)
        seen.append(
            ["No soy Eva" in text, "Ronda 1 · mesa 1" in text, "Noches de club" in text]
        )
    assert seen == [[False, False, False], [True, True, False], [False, False, False]]
    assert send_to(guest, "night-me", night, entrant="9").status_code == 404


def test_who_watches_reads_who_plays_where_and_until_when(phone, night):
    guest = Client()
    guest.post(links.link_path(night, Role.WATCH))
    clock = address_of("night-clock", night)
    phone.post(clock, {"do": "start", "minutes": "30", "round": "1"})
    text = text_on(guest, "night-standings", night)
    names = [
        seat.player.name for seat in Match.objects.get(sitting__round=1).seats.all()
    ]
    assert f"Mesa 1 · {joined_names(names)}" in text
    assert "La mano que se esté jugando a esa hora será la última." in text


def test_a_name_that_is_changed_or_erased_reaches_the_pages_that_follow_a_night(
    phone, circle, night
):
    eva = person(circle, "Eva")
    edit = reverse("person-edit", args=[circle.code, eva.uid])
    versions = [page_at(phone, "night-version", night).text]
    for change in (
        lambda: phone.post(edit, {"name": "Evita"}),
        lambda: erase_name(eva),
    ):
        change()
        versions.append(page_at(phone, "night-version", night).text)
    assert len({*versions}) == 3


def test_a_name_that_is_changed_after_the_end_reaches_the_hall(phone, circle, night):
    report(phone, night, 1, 2, 3, 4)
    ended(night)
    before = page_at(phone, "night-version", night).text
    send_to(phone, "night-entrant", night, 3, do="rename", name="Evita")
    assert "Evita" in text_on(phone, "night-hall", night)
    assert page_at(phone, "night-version", night).text != before
