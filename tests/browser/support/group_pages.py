"""The pages of groups, people, phones and lists in every state with a different look; for `pages`."""

from datetime import date
from functools import partial

from django.urls import reverse

from rules.events import Close
from scores.circle.archive import lifecycle
from scores.circle.archive.views import PAGE
from scores.circle.circles import merging
from scores.core.access import grants, paper_keys
from scores.models import Match, Phone, Player, Role
from scores.transfer import exporter
from tests.browser.support.steps import expect_count, expect_visible
from tests.scores.support import factories
from tests.scores.support.photos import give_photo

LONG = "W" * 60

# Lists of matches


def _many(visit):
    """A circle with more than one page of matches: unfinished, finished, with and without a venue."""
    going = visit.going
    over = visit.finished
    lifecycle.describe(
        going, place=LONG, note=" ".join(["Noche"] * 30), played_on=going.played_on
    )
    lifecycle.archive(visit.match())
    rows = (
        Match(
            circle=over.circle,
            ruleset=over.ruleset,
            players_at_start=2,
            played_on=date(2020, 1, 1),
        )
        for _row in range(PAGE)
    )
    Match.objects.bulk_create(rows)
    return over.circle


def matches(visit):
    _many(visit)
    visit.opens("matches")


def without_rights(visit, name):
    visit.comes_as(None)
    visit.opens(name)


def second_page_of_a_group(visit):
    visit.page.goto(reverse("circle-matches", args=[_many(visit).code]) + "?page=2")


def trash(visit):
    lifecycle.delete(visit.match(visit.hand(0)))
    visit.opens("trash")


def details(visit):
    lifecycle.describe(
        visit.going, place=LONG, note="W" * 200, played_on=visit.going.played_on
    )
    visit.opens("details", visit.going.code)


def details_refused(visit):
    visit.opens("details", visit.going.code)
    visit.refused(played_on="")


# Groups and people


def person_with_pictures(visit):
    """Whose points, and whose busts, are enough for a histogram."""
    hands = [
        visit.hand(0, points, others=2)
        for points in (60, 12, 25, 3, 60, 40, 0, 8, 60, 17)
    ]
    last = visit.hand(0, close=Close.CHINCHON)
    match = visit.match(*hands, last, limit=60, rebuys=5, chinchon_points="wins")
    visit.opens("person", match.circle.code, match.seats.all()[1].player.uid)
    expect_count(visit.page, ".histogram", 2)


def person_with_photo(visit):
    give_photo(visit.first)
    visit.opens("person-photo", visit.circle.code, visit.first.uid)


def both_ways_to_the_home_screen(visit):
    page = visit.opens("phone")
    page.locator("#install, [data-way]").evaluate_all(
        "parts => parts.forEach((part) => { part.hidden = false; })"
    )


def league_of_link(visit):
    link = grants.link_path(visit.finished.circle, Role.WATCH)
    visit.page.goto(f"{link}league/")


def two_people(visit):
    """Two players of a circle of its own, who never sat at one table."""
    match = visit.alone()
    return match.seats.first().player, Player.objects.create(
        circle=match.circle, name=visit.names[-1]
    )


def of_two_who_are_one(visit, name):
    kept, other = two_people(visit)
    merging.merge_players(kept, other, Phone.objects.latest("pk"))
    more = [other.uid] if name == "undo-person-merge" else []
    visit.opens(name, kept.circle.code, kept.uid, *more)


def person_merge_looked_at(visit):
    kept, other = two_people(visit)
    visit.page.goto(
        f"{reverse('person-merge', args=[kept.circle.code, kept.uid])}?with={other.uid.hex}"
    )
    expect_visible(visit.page, ".changes")


# Files


def import_once_more(visit):
    """What comes of what the circle exports."""
    visit.opens("import-into", visit.circle.code)
    visit.refused(
        ".error, .trouble, .sums", text="".join(exporter.circle_text(visit.circle))
    )


# Phones


def one_phone(visit, kind):
    circle = visit.circle  # with its phones
    thing = circle if kind == "circle" else visit.going
    grant = thing.grants.filter(role=Role.SCORE).first() or thing.grants.first()
    visit.opens(f"{kind}-phone", thing.code, grant.pk)


def key_offered(visit):
    words = paper_keys.make(factories.holder(visit.owner), "es")
    visit.comes_as(None)
    visit.opens("recover")
    visit.refused("main [name=do]", "#recover button", words=" ".join(words))


# The account


PAGES = {
    "matches": [matches],
    "circle-matches": [second_page_of_a_group],
    "trash": [trash],
    "details": [details, details_refused],
    "import-into": [import_once_more],
    "person": [person_with_pictures],
    "link-league": [league_of_link],
    "person-edit": [partial(of_two_who_are_one, name="person-edit")],
    "person-photo": [person_with_photo],
    "person-merge": [person_merge_looked_at],
    "undo-person-merge": [partial(of_two_who_are_one, name="undo-person-merge")],
    "person-erase": [partial(of_two_who_are_one, name="person-erase")],
    "circle-phone": [partial(one_phone, kind="circle")],
    "match-phone": [partial(one_phone, kind="match")],
    "phone": [both_ways_to_the_home_screen],
    "recover": [key_offered],
}
