"""`manage.py circle_link` prints an owner link for somebody whose phone is lost."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scores.core.access import grants
from scores.group.circles import merging, people
from scores.models import Circle, Phone, Role

pytestmark = pytest.mark.django_db


def said(who: str) -> str:
    out = StringIO()
    call_command("circle_link", who, stdout=out)
    return out.getvalue()


@pytest.fixture
def circle() -> Circle:
    circle = Circle.objects.create()
    people.player_named(circle, "Ana", [])
    people.player_named(circle, "Luis", [])
    return circle


def test_the_link_is_found_by_the_code_of_the_circle(circle):
    assert said(circle.code) == f"{circle.code}  Ana, Luis\n  {grants.link_path(circle, Role.OWN)}\n"


def test_the_link_is_found_by_the_name_of_somebody_who_plays_there(circle):
    assert said("luis") == said(circle.code)


def test_an_unknown_name_finds_nothing(circle):
    with pytest.raises(CommandError, match="Paco"):
        said("Paco")


def test_the_link_that_is_printed_opens_the_circle(client, circle):
    link = said("Ana").split()[-1]
    client.post(link)
    assert client.get("/").status_code == 200
    assert circle.grants.count() == 1


def test_a_circle_that_was_merged_leads_to_the_one_it_is_part_of(circle):
    kept = Circle.objects.create(name="Los jueves")
    people.player_named(kept, "Ana", [])
    merging.merge(kept, circle, {}, Phone.objects.create())
    assert said(circle.code) == said("Ana") == said(kept.code)
