"""The pages of groups, people, phones and lists in every state with a different look; for `pages`."""

from __future__ import annotations

from datetime import date
from functools import partial

from django.urls import reverse
from playwright.sync_api import Page, expect

from rules.events import Close
from scores.group.archive import lifecycle
from scores.group.archive.views import PAGE
from scores.group.circles import merging
from scores.group.transfer import exporter
from scores.models import Circle, Match, Phone, Player, Role
from tests.browser.support.visit import Refused, Visit
from tests.scores.support import factories

LONG = "W" * 60
ALERT = "[role=alert]"

# Lists of matches


def _many(visit: Visit) -> Circle:
    """A circle with more than one page of matches: unfinished, finished, with and without a place."""
    going, over = visit.going, visit.finished
    lifecycle.describe(going, place=LONG, note=" ".join(["Noche"] * 30), played_on=going.played_on)
    lifecycle.archive(visit.match())
    rows = (
        Match(circle=over.circle, ruleset=over.ruleset, players_at_start=2, played_on=date(2020, 1, 1))
        for _row in range(PAGE)
    )
    Match.objects.bulk_create(rows)
    return over.circle


def matches(visit: Visit) -> None:
    _many(visit)
    visit.opens("matches")


def without_rights(visit: Visit, name: str) -> None:
    visit.comes_as(None)
    visit.opens(name)


def matches_of_a_group(visit: Visit, query: str) -> Page:
    visit.page.goto(reverse("circle-matches", args=[_many(visit).code]) + query)
    return visit.page


def matches_found(visit: Visit) -> None:
    page = matches_of_a_group(visit, "")
    page.locator("summary").tap()
    page.locator("[name=q]").fill("noche")
    page.locator("[name=state]").select_option("going-on")
    page.locator(".ends .button").tap()
    expect(page.locator("#found li")).to_have_count(1)


def trash(visit: Visit) -> None:
    lifecycle.delete(visit.match(visit.hand(0)))
    visit.opens("trash")


def details(visit: Visit) -> None:
    lifecycle.describe(visit.going, place=LONG, note="W" * 200, played_on=visit.going.played_on)
    visit.opens("details", visit.going.code)


# Groups and people


def circle_with_merges(visit: Visit) -> None:
    visit.opens("circle", visit.merged().kept.code)


def circle_for_who_may_watch(visit: Visit) -> None:
    visit.comes_as(factories.phone_of(visit.circle, Role.WATCH))
    visit.opens("circle", visit.circle.code)


def circle_without_matches(visit: Visit) -> None:
    empty = Circle.objects.create()
    visit.takes(empty)
    visit.opens("circle", empty.code)


def person_with_pictures(visit: Visit) -> None:
    """Whose points, and whose busts, are enough for a histogram."""
    hands = [visit.hand(0, points, others=2) for points in (60, 12, 25, 3, 60, 40, 0, 8, 60, 17)]
    last = visit.hand(0, close=Close.CHINCHON)
    match = visit.match(*hands, last, limit=60, rebuys=5, chinchon_points="wins")
    visit.opens("person", match.circle.code, match.seats.all()[1].player.uid)
    expect(visit.page.locator(".histogram")).to_have_count(2)


def league(visit: Visit) -> None:
    visit.opens("league", visit.finished.circle.code).locator("summary").tap()


def league_refused(visit: Visit) -> None:
    address = reverse("league", args=[visit.finished.circle.code])
    visit.page.goto(f"{address}?since=ayer")
    expect(visit.page.locator(".error")).to_be_visible()


def person_face_refused(visit: Visit) -> None:
    page = visit.opens("person-face", visit.circle.code, visit.first.uid)
    page.locator("[name=emoji]").nth(1).evaluate("radio => { radio.value = 'x'; radio.checked = true }")
    visit.refused()


def two_people(visit: Visit, are_one: bool = False) -> tuple[Player, Player]:
    """Two players of a circle of its own, who never sat at one table."""
    match = visit.alone()
    kept = match.seats.first().player
    other = Player.objects.create(circle=match.circle, name=visit.names[-1])
    if are_one:
        merging.merge_players(kept, other, Phone.objects.latest("pk"))
    return kept, other


def of_two_people(visit: Visit, name: str, are_one: bool) -> None:
    kept, other = two_people(visit, are_one)
    more = [other.uid] if name == "undo-person-merge" else []
    visit.opens(name, kept.circle.code, kept.uid, *more)


def person_merge_looked_at(visit: Visit) -> None:
    kept, other = two_people(visit)
    visit.page.goto(f"{reverse('person-merge', args=[kept.circle.code, kept.uid])}?with={other.uid.hex}")
    expect(visit.page.locator(".changes")).to_be_visible()


# Files


def import_of(visit: Visit, content: str, name: str = "import-into", circle: str = "") -> None:
    """What comes of that content, or of what a circle exports."""
    if circle:
        content = "".join(exporter.circle_text(getattr(visit, circle)))
    visit.opens(name, *([visit.circle.code] if name == "import-into" else []))
    visit.refused(".error, .trouble, .sums", text=content)


def import_two_as_one(visit: Visit) -> None:
    import_of(visit, "", circle="other_circle")
    for place in (0, 1):
        visit.page.locator("main select").nth(place).select_option(index=1)
    visit.refused(".trouble")


# Phones


def circle_share(visit: Visit) -> None:
    visit.opens("circle-share", visit.circle.code).locator("summary").tap()


def one_phone(visit: Visit, kind: str) -> None:
    circle = visit.circle  # with its phones
    thing = circle if kind == "circle" else visit.going
    grant = thing.grants.filter(role=Role.SCORE).first() or thing.grants.first()
    visit.opens(f"{kind}-phone", thing.code, grant.pk)


# Two groups become one


def merge(visit: Visit, steps: int) -> None:
    assert visit.other_circle.pk
    page = visit.opens("merge", visit.circle.code)
    if steps > 0:
        page.locator(".menu a").first.tap()
        expect(page.locator(".start button")).to_be_visible()
    if steps > 1:
        page.locator(".start button").tap()
        expect(page.locator(".changes")).to_be_visible()


def undo_merge(visit: Visit, is_too_early: bool) -> None:
    done = visit.merged()
    if is_too_early:
        visit.merged()
    visit.opens("undo-merge", done.kept.code, done.emptied.code)


CIRCLE, PERSON = ("circle.code",), ("circle.code", "first.uid")
RULES = ("house_rules.circle.code", "house_rules.pk")
PAGES = {
    "matches": [matches, partial(without_rights, name="matches")],
    "circle-matches": [
        partial(matches_of_a_group, query="?page=2"),
        matches_found,
        partial(matches_of_a_group, query="?q=nada"),
    ],
    "trash": [trash, ()],
    "details": [details, Refused(("going.code",), {"played_on": ""})],
    "delete-match": [("going.code",), Refused(("going.code",), {"word": "no"}, button=".button.bad")],
    "import-into": [
        CIRCLE,
        partial(import_of, content=""),
        partial(import_of, content="", circle="circle"),
        import_two_as_one,
    ],
    "import": [partial(import_of, content="", circle="other_circle", name="import")],
    "circle": [CIRCLE, circle_with_merges, circle_for_who_may_watch, circle_without_matches],
    "house-rules": [RULES, Refused(RULES, {"name": " "})],
    "circle-settings": [CIRCLE],
    "person": [person_with_pictures, ("finished.circle.code", "first.uid")],
    "against": [("finished.circle.code", "first.uid", "second.uid")],
    "evenings": [("finished.circle.code",)],
    "evening": [("finished.circle.code", "finished.played_on")],
    "league": [league, league_refused],
    "records": [("finished.circle.code",)],
    "person-edit": [
        PERSON,
        Refused(PERSON, {"name": " "}),
        partial(of_two_people, name="person-edit", are_one=True),
    ],
    "person-face": [PERSON, person_face_refused],
    "person-merge": [partial(of_two_people, name="person-merge", are_one=False), person_merge_looked_at],
    "undo-person-merge": [partial(of_two_people, name="undo-person-merge", are_one=True)],
    "person-erase": [partial(of_two_people, name="person-erase", are_one=True)],
    "circle-share": [circle_share],
    "circle-phones": [CIRCLE],
    "circle-phone": [partial(one_phone, kind="circle")],
    "match-phone": [partial(one_phone, kind="match")],
    "circle-revoke": [("circle.code", "own")],
    "match-revoke": [("going.code", "score")],
    "merge": [*(partial(merge, steps=steps) for steps in (0, 2))],
    "undo-merge": [partial(undo_merge, is_too_early=False), partial(undo_merge, is_too_early=True)],
    "phone": [()],
}
