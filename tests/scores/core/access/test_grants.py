"""Rights: what a link grants, and what a stranger sees."""

import pytest
from django.test import Client

from scores.core.access import grants as access_grants, phone_cookie, rights
from scores.models import Circle, Grant, Phone, Role
from tests.scores.support.factories import start
from tests.scores.support.table import page_of, take_link


def roles_of(phone):
    uid = phone_cookie.phone_from_cookie(phone.cookies[phone_cookie.COOKIE].value)
    grants = Grant.objects.filter(phone__uid=uid).order_by("pk")
    return [("circle" if grant.circle_id else "match", grant.role) for grant in grants]


def test_the_first_match_gives_a_phone_a_circle_of_its_own_to_which_the_second_goes(
    phone, match
):
    assert roles_of(phone) == [("circle", Role.OWN)]
    other = start(phone, "Ana", "Luis")
    assert other.circle == match.circle
    assert Phone.objects.count() == 1
    assert roles_of(phone) == [("circle", Role.OWN)]


@pytest.mark.parametrize("role", [Role.WATCH, Role.SCORE, Role.OWN])
def test_taking_a_link_gives_the_right_once_and_leads_away_from_the_token(match, role):
    visitor = Client()
    link = access_grants.link_path(match, role)
    page = visitor.get(link)
    assert page.status_code == 200
    assert page["Referrer-Policy"] == "strict-origin"
    assert "Ana, Luis" in page.text
    assert phone_cookie.COOKIE not in visitor.cookies
    answers = [visitor.post(link) for _time in range(2)]
    assert [answer.url for answer in answers] == [match.get_absolute_url()] * 2
    assert roles_of(visitor) == [("match", role)]
    assert Phone.objects.count() == 2
    assert page_of(visitor, match).status_code == 200


def test_a_token_opens_nothing_but_what_it_is_of_and_another_one_nothing_at_all(match):
    watch, own = (
        access_grants.link_path(match, role) for role in (Role.WATCH, Role.OWN)
    )
    circle = own.replace("/match/", "/circle/")
    others = [
        watch.replace("/watch/", "/score/"),
        watch.replace("/watch/", "/none/"),
        circle,
        circle.replace(match.code, match.circle.code),
        watch.replace("/match/", "/table/"),
        *(f"{own.rsplit('/', 2)[0]}/{forged}/" for forged in ("ñ", "A" * 22, "%00")),
    ]
    stranger = Client()
    for address in others:
        answers = {
            stranger.get(address).status_code,
            stranger.post(address).status_code,
        }
        assert answers == {404}, address
    assert Phone.objects.count() == 1


def test_the_last_used_circle_comes_first(phone, match, rf):
    other = start(Client(), "Lola", "Pepe")
    take_link(phone, other.circle, Role.SCORE)
    unused = Circle.objects.create()
    take_link(phone, unused, Role.SCORE)
    request = rf.get("/")
    request.phone_uid = Phone.objects.order_by("pk").first().uid
    assert list(rights.circles_with(request, Role.SCORE)) == [
        other.circle,
        match.circle,
        unused,
    ]
