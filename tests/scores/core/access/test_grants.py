"""Rights: what a link grants, and what a stranger sees."""

import pytest
from django.test import Client

from scores.core.access import grants as access_grants, phone_cookie
from scores.models import Grant, Phone, Role
from tests.scores.support.table import page_of


def roles_of(phone):
    uid = phone_cookie.phone_from_cookie(phone.cookies[phone_cookie.COOKIE].value)
    grants = Grant.objects.filter(phone__uid=uid).order_by("pk")
    return [("circle" if grant.circle_id else "match", grant.role) for grant in grants]


@pytest.mark.parametrize("role", [Role.WATCH, Role.SCORE, Role.OWN])
def test_taking_a_link_gives_the_right_once_and_leads_away_from_the_token(match, role):
    visitor = Client()
    link = access_grants.link_path(match, role)
    visitor.get(link)
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
