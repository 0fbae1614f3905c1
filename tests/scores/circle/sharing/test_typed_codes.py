"""Six letters that lead to a link: for whom, how long, and how many may be tried."""

import re
from datetime import timedelta
from unittest.mock import patch

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scores.circle.archive import lifecycle
from scores.core.access import grants, letters, phones
from scores.models import Role, TypedCode
from tests.scores.support.factories import grow_up, phone_with, start
from tests.scores.support.table import (
    address_of,
    flat,
    page_at,
    page_of,
    page_text,
    refusal,
    text_on,
)

WRONG = "Ese código no vale, o ya pasaron sus diez minutos."


def code_of(phone, match, role="watch"):
    """The letters that the share page shows after the button was tapped."""
    address = address_of("give-code", match, role)
    page = flat(phone.post(address, follow=True))
    section = page.split(f'id="to-{role}"')[1]
    return re.search(r'class="typed-code"><b>(\w{3} \w{3})</b>', section)[1]


def joined(typed, phone=None):
    """Where the page of codes leads; None if it refuses."""
    response = (phone or Client()).post(reverse("join"), {"code": typed})
    return response.headers.get("Location")


def later(minutes):
    """All codes get that much older."""
    for row in TypedCode.objects.all():
        row.expires_at -= timedelta(minutes=minutes)
        row.save()


def test_a_code_leads_each_phone_once_to_its_link_which_gives_nothing_by_itself(
    phone, match
):
    code = code_of(phone, match, "score")
    visitor = Client()
    link = grants.link_path(match, Role.SCORE)
    assert [joined(code, visitor), joined(code, visitor)] == [link] * 2
    assert page_of(visitor, match).status_code == 404
    visitor.post(link)
    assert page_of(visitor, match).status_code == 200
    again = visitor.post(reverse("join"), {"code": code})
    told = "Este teléfono ya entró con ese código. Al marcador" in page_text(again)
    assert again.status_code == 422
    assert told is True
    assert f'href="{match.get_absolute_url()}"' in again.text
    assert joined(code) == link
    later(10)
    assert joined(code_of(phone, match, "score"), visitor) == link  # the next one


def test_capitals_spaces_and_hyphens_do_not_matter(phone, match):
    code = code_of(phone, match)
    first, second = code.lower().split()
    typed = [
        code,
        first + second,
        f"{first}-{second}",
        f"  {first}  {second} ",
        f"{first}\u00a0{second}",
    ]
    assert {joined(text) for text in typed} == {grants.link_path(match, Role.WATCH)}


def test_it_is_good_for_ten_minutes_and_asking_again_gives_who_keeps_score_ten_more(
    phone, match
):
    code = code_of(phone, match)
    later(8)
    text = text_on(phone, "share", match)
    assert "Se escribe en testserver/join/. Vale 2 min." in text
    assert code_of(phone, match) == code
    later(9.9)
    assert joined(code) is not None
    later(0.1)
    expired = Client().post(reverse("join"), {"code": code})
    assert WRONG in refusal(expired)
    assert code_of(phone, match) != code
    assert TypedCode.objects.count() == 1


def test_who_watches_gets_the_same_code_but_no_more_time_for_it(phone, match):
    watcher = phone_with(Role.WATCH, match)
    code = code_of(watcher, match)
    later(8)
    assert code_of(watcher, match) == code
    later(2)
    assert joined(code) is None
    assert code_of(watcher, match) != code


def test_it_ends_with_its_link_with_a_phone_that_saw_it_and_with_its_match(
    phone, match
):
    codes = {role: code_of(phone, match, role) for role in ("watch", "score")}
    phones.revoke(match, Role.SCORE, None, and_take=False)
    assert joined(codes["score"]) is None
    assert joined(codes["watch"]) is not None
    match.refresh_from_db()
    assert code_of(phone, match, "score") != codes["score"]
    phone_with(Role.SCORE, match)
    seen = [code_of(phone, match, role) for role in ("watch", "score")]
    phones.remove(match.grants.get(role=Role.SCORE))
    assert [joined(code) for code in seen] == [None, None]
    match.refresh_from_db()
    last = code_of(phone, match)
    lifecycle.delete(match)
    assert joined(last) is None


def test_what_is_no_code_is_refused_and_stays_typed():
    for typed in ("", "abc", "abc def", "ABC\x00DEF", "a" * 5_000, "🂡🂢🂣🂤🂥🂦"):
        response = Client().post(reverse("join"), {"code": typed})
        assert WRONG in refusal(response)
        assert response.context["typed"] == typed[:40]


def test_nobody_gives_or_sees_a_code_for_more_than_they_have_or_to_own_a_match(
    limit, phone, match
):
    watcher = phone_with(Role.WATCH, match)
    watch, *more = [
        address_of("give-code", match, role)
        for role in ("watch", "score", "own", "all")
    ]
    assert [watcher.post(address).status_code for address in more] == [404] * 3
    assert phone.post(more[1]).status_code == 404
    code = code_of(phone, match, "score")
    assert code not in page_at(watcher, "share", match).text
    limit(links="2/hour")
    codes = [watcher.post(watch).status_code for _time in range(3)]
    assert codes == [302, 302, 429]


def test_letters_are_not_in_the_database_and_those_of_another_match_not_given_again(
    phone, match
):
    other = start(phone, "Eva", "Juan")
    code = code_of(phone, match)
    row = TypedCode.objects.get()
    stored = " ".join(str(value) for value in vars(row).values())
    assert code not in stored
    assert code.replace(" ", "") not in stored
    with patch.object(letters, "uuid4", side_effect=[row.nonce, letters.uuid4()]):
        assert code_of(phone, other) != code
    assert joined(code) == grants.link_path(match, Role.WATCH)


def typed_from(address, *codes):
    """How the codes are answered, each typed in a browser of its own at that address."""
    visitors = [Client(REMOTE_ADDR=address) for _code in codes]
    return [
        visitor.post(reverse("join"), {"code": code}).status_code
        for visitor, code in zip(visitors, codes, strict=True)
    ]


def test_a_phone_of_another_day_counts_at_its_address_too(limit, phone, match):
    """One address makes thousands of phones in a day."""
    limit(codes="1/hour")
    code = code_of(phone, match)
    grow_up()
    assert typed_from("127.0.0.1", "abc def") == [422]
    assert joined(code, phone) is None


def test_wrong_codes_of_strangers_everywhere_stop_no_right_one(limit, phone, match):
    limit(all_codes="8/hour")
    code = code_of(phone, match)
    wrong = [typed_from(f"192.0.2.{number}", "abc def") for number in range(10)]
    assert wrong == [[422]] * 10
    assert typed_from("198.51.100.1", "abc def", "abc def", code) == [422, 422, 302]


def test_where_many_are_wrong_each_address_may_try_few(limit, phone, match):
    limit(codes="4/hour", few_codes="1/hour", all_codes="3/hour")
    code = code_of(phone, match)
    assert typed_from("192.0.2.1", *["abc def"] * 4, code) == [422, 422, 422, 422, 429]
    assert typed_from("192.0.2.2", *[code] * 3, "abc def", code) == [
        302,
        302,
        302,
        422,
        429,
    ]
    assert typed_from("192.0.2.3", code) == [302]


def test_one_network_of_ipv6_is_one_address_and_a_large_one_may_try_only_so_many(
    limit, db
):
    limit(codes="2/hour", network_codes="5/hour")
    assert typed_from("2001:db8:1:2::1", "abc def") == [422]
    assert typed_from("2001:db8:1:2:f::2", "abc def", "abc def") == [422, 429]
    networks = [
        typed_from(f"2001:db8:1:{subnet}::1", "abc def") for subnet in (3, 4, 5, 6)
    ]
    assert networks == [[422], [422], [422], [429]]
    assert typed_from("2001:db8:2::1", "abc def") == [422]


def test_expired_codes_are_purged(phone, match):
    other = start(phone, "Eva", "Juan")
    code_of(phone, match)
    later(10)
    code_of(phone, other)
    call_command("purge", verbosity=0)
    assert [row.match for row in TypedCode.objects.all()] == [other]
