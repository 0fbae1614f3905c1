"""Six letters that lead to a link: for whom, how long, and how many may be tried."""

import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db.models import F
from django.test import Client, override_settings
from django.urls import reverse
from limits import parse

from scores.access import devices, grants, rate_limits
from scores.archive import lifecycle
from scores.models import Match, Phone, Role, TypedCode
from scores.sharing import typed_codes
from tests.scores.support.factories import phone_with, start
from tests.scores.support.table import page_text

WRONG = "Ese código no vale, o ya pasaron sus quince minutos."


def code_of(phone: Client, match: Match, role: str = "watch") -> str:
    """The letters that the share page shows after the button was tapped."""
    address = reverse("give-code", args=[match.code, role])
    page = phone.post(address, follow=True).content.decode()
    section = page.split(grants.link_path(match, Role[role.upper()]))[1]
    return re.search(r'class="typed-code"><b>(\w{3} \w{3})</b>', section)[1]


def joined(typed: str, phone: Client | None = None) -> str | None:
    """Where the page of codes leads; None if it refuses."""
    response = (phone or Client()).post(reverse("join"), {"code": typed})
    return response.headers.get("Location")


def later(minutes: float) -> None:
    """All codes get that much older."""
    for row in TypedCode.objects.all():
        row.expires_at -= timedelta(minutes=minutes)
        row.save()


@pytest.mark.parametrize("role", ["watch", "score"])
def test_a_code_leads_to_the_page_of_its_link_which_gives_nothing_by_itself(phone, match, role):
    visitor = Client()
    link = joined(code_of(phone, match, role), visitor)
    assert link == grants.link_path(match, Role[role.upper()])
    assert visitor.get(match.get_absolute_url()).status_code == 404
    visitor.post(link)
    assert visitor.get(match.get_absolute_url()).status_code == 200


def test_capitals_spaces_and_hyphens_do_not_matter(phone, match):
    code = code_of(phone, match)
    first, second = code.lower().split()
    typed = [code, first + second, f"{first}-{second}", f"  {first}  {second} ", f"{first}\u00a0{second}"]
    assert {joined(text) for text in typed} == {grants.link_path(match, Role.WATCH)}


def test_it_is_good_for_fifteen_minutes(phone, match):
    code = code_of(phone, match)
    later(14.9)
    assert joined(code) is not None
    later(0.1)
    assert joined(code) is None


def test_asking_again_gives_the_same_code_for_fifteen_more_minutes(phone, match):
    code = code_of(phone, match)
    later(10)
    assert code_of(phone, match) == code
    later(14)
    assert joined(code) is not None


def test_after_that_the_code_is_another(phone, match):
    code = code_of(phone, match)
    later(15)
    assert code_of(phone, match) != code
    assert TypedCode.objects.count() == 1


def test_it_ends_with_its_link(phone, match):
    codes = {role: code_of(phone, match, role) for role in ("watch", "score")}
    devices.revoke(match, Role.SCORE, None, and_take=False)
    assert joined(codes["score"]) is None
    assert joined(codes["watch"]) is not None
    match.refresh_from_db()
    assert code_of(phone, match, "score") != codes["score"]


def test_a_phone_that_is_removed_cannot_return_by_a_code_that_it_saw(phone, match):
    phone_with(Role.SCORE, match)
    seen = [code_of(phone, match, role) for role in ("watch", "score")]
    devices.remove(match.grants.get(role=Role.SCORE))
    assert [joined(code) for code in seen] == [None, None]


def test_it_ends_with_its_match(phone, match):
    code = code_of(phone, match)
    lifecycle.delete(match)
    assert joined(code) is None


@pytest.mark.parametrize(
    "typed", ["", "abc", "abc defg", "abc de1", "ÁBCDEF", "ABC\x00DEF", "a" * 5_000, "🂡🂢🂣🂤🂥🂦"]
)
def test_what_is_no_code_is_refused_and_stays_typed(typed):
    response = Client().post(reverse("join"), {"code": typed})
    assert response.status_code == 422
    assert WRONG in page_text(response)
    assert response.context["typed"] == typed[:40]


def test_a_wrong_and_an_expired_code_are_answered_the_same(phone, match):
    expired = code_of(phone, match)
    later(15)
    wrong = expired[::-1]
    answers = [Client().post(reverse("join"), {"code": typed}) for typed in (expired, wrong)]
    pages = [
        re.sub(r'csrfmiddlewaretoken" value="\w+"', "", answer.content.decode()).replace(typed, "")
        for answer, typed in zip(answers, (expired, wrong), strict=True)
    ]
    assert pages[0] == pages[1]


def test_nobody_gives_a_code_for_more_than_he_has(match):
    watcher = phone_with(Role.WATCH, match)
    addresses = [reverse("give-code", args=[match.code, role]) for role in ("watch", "score", "own", "all")]
    assert [watcher.post(address).status_code for address in addresses] == [302, 404, 404, 404]


def test_nobody_sees_the_code_of_more_than_he_has(phone, match):
    code = code_of(phone, match, "score")
    page = phone_with(Role.WATCH, match).get(reverse("share", args=[match.code])).content.decode()
    assert code not in page


def test_no_code_gives_a_match_away(phone, match):
    assert phone.post(reverse("give-code", args=[match.code, "own"])).status_code == 404


def test_the_letters_are_not_in_the_database(phone, match):
    code = code_of(phone, match)
    row = TypedCode.objects.get()
    stored = " ".join(str(value) for value in vars(row).values())
    assert code not in stored
    assert code.replace(" ", "") not in stored


def test_letters_that_another_match_has_are_not_given_again(phone, match):
    other = start(phone, "Eva", "Juan")
    code = code_of(phone, match)
    taken = TypedCode.objects.get().nonce
    fresh = typed_codes.uuid4()
    with patch.object(typed_codes, "uuid4", side_effect=[taken, fresh]):
        assert code_of(phone, other) != code
    assert joined(code) == grants.link_path(match, Role.WATCH)


def test_a_phone_may_try_so_many_and_then_not_even_the_right_one(phone, match):
    code = code_of(phone, match)
    visitor = Client()
    with override_settings(LIMITS={**settings.LIMITS, "codes": parse("3/hour")}):
        tries = [visitor.post(reverse("join"), {"code": typed}) for typed in ("abc def",) * 3 + (code,)]
    assert [answer.status_code for answer in tries] == [422, 422, 422, 429]
    assert tries[-1].headers["Retry-After"]


def test_an_old_phone_is_not_refused_because_others_at_its_address_tried_too_many(phone, match):
    code = code_of(phone, match)
    Phone.objects.update(created_at=F("created_at") - rate_limits.YOUNG)
    with override_settings(LIMITS={**settings.LIMITS, "codes": parse("1/hour")}):
        tries = [Client().post(reverse("join"), {"code": "abc def"}).status_code for _time in range(2)]
        own = [phone.post(reverse("join"), {"code": code}).status_code for _time in range(2)]
    assert (tries, own) == ([422, 429], [302, 429])


def test_all_together_may_try_so_many_wherever_they_are(phone, match):
    code = code_of(phone, match)
    with override_settings(LIMITS={**settings.LIMITS, "all-codes": parse("3/hour")}):
        tries = [
            Client(REMOTE_ADDR=f"10.0.0.{place}").post(reverse("join"), {"code": typed})
            for place, typed in enumerate(("abc def",) * 3 + (code,))
        ]
        link = Client(REMOTE_ADDR="10.0.0.9").get(grants.link_path(match, Role.WATCH))
    assert [answer.status_code for answer in tries] == [422, 422, 422, 429]
    assert link.status_code == 200


def test_expired_codes_are_purged(phone, match):
    other = start(phone, "Eva", "Juan")
    code_of(phone, match)
    later(15)
    code_of(phone, other)
    call_command("purge", verbosity=0)
    assert [row.match for row in TypedCode.objects.all()] == [other]


@pytest.mark.parametrize(("age", "left"), [(0, 15), (2.5, 13), (14.5, 1)])
def test_a_code_says_where_it_is_typed_and_how_long_it_is_good(phone, match, age, left):
    phone.post(reverse("give-code", args=[match.code, "watch"]))
    later(age)
    text = page_text(phone.get(reverse("share", args=[match.code])))
    assert f"Se escribe en testserver/join/. Vale {left} min." in text
