"""Twelve words on paper: what they give, how they are typed, and that they are stored nowhere."""

import re

import pytest

from scores.core.access import grants, paper_keys, phones
from scores.models import Circle, Grant, PaperKey, Phone, Role
from tests.scores.support.table import at_once, match_now, real_transactions


def used(words, phone):
    key = paper_keys.find(paper_keys.read(" ".join(words)))
    return key is not None and paper_keys.use(key, phone)


def held(phone):
    return [(grant.target, grant.role) for grant in phone.grants.order_by("pk")]


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_list_has_249_short_words_of_plain_letters_told_apart_by_four(language):
    words = paper_keys.word_list(language)
    assert len(words) == len({word[:4] for word in words}) == 249
    assert [word for word in words if not re.fullmatch("[a-z]{3,10}", word)] == []


def test_a_key_gives_once_what_its_phone_may_do_at_its_use_and_the_phone_keeps_it(
    match,
):
    old, new, third = (Phone.objects.create() for _phone in range(3))
    gone = Circle.objects.create()
    for circle in (match.circle, gone):
        grants.grant(Phone.objects.create(), circle, Role.OWN)
        grants.grant(old, circle, Role.OWN)
    replaced = paper_keys.make(old, "en")
    words = paper_keys.make(old, "es")
    phones.change_role(old.grants.get(circle=match.circle), Role.SCORE)
    phones.remove(old.grants.get(circle=gone))
    grants.grant(old, match, Role.WATCH)
    assert not used(replaced, new)
    version = match_now(match).version
    assert used(words, new)
    assert match_now(match).version == version + 1  # its boards are told
    assert held(new) == held(old) == [(match.circle, Role.SCORE), (match, Role.WATCH)]
    assert not used(words, third)
    assert held(third) == []


def test_what_a_phone_got_by_a_link_goes_with_that_link_and_more_than_that_is_kept(
    match,
):
    old = Phone.objects.create()
    new = Phone.objects.create()
    grants.accept_link(old, match, Role.SCORE)
    grants.grant(old, match.circle, Role.WATCH)
    grants.grant(new, match.circle, Role.SCORE)
    assert used(paper_keys.make(old, "es"), new)
    assert held(new) == [(match.circle, Role.SCORE), (match, Role.SCORE)]
    phones.revoke(match, Role.SCORE, None, and_take=True)
    assert held(new) == [(match.circle, Role.SCORE)]


@real_transactions
def test_two_phones_that_use_one_key_at_once_do_not_both_get_it(match):
    old = Phone.objects.create()
    finders = [Phone.objects.create() for _phone in range(2)]
    grants.grant(old, match, Role.SCORE)
    key = paper_keys.find(paper_keys.read(" ".join(paper_keys.make(old, "es"))))
    answers = at_once(
        *(lambda phone=phone: paper_keys.use(key, phone) for phone in finders)
    )
    assert sorted(answers) == [False, True]
    assert Grant.objects.filter(phone__in=finders).count() == 1


def test_the_database_has_no_words_and_opens_nothing_without_the_link_key(settings):
    words = paper_keys.make(Phone.objects.create(), "es")
    stored = str(PaperKey.objects.values().get())
    assert [word for word in words if len(word) > 5 and word in stored] == []
    settings.LINK_KEY = "another key " * 5
    assert not used(words, Phone.objects.create())


def test_capitals_accents_and_commas_do_not_matter():
    typed = " Casa, MESA\n1. mesá-silla "
    assert paper_keys.read(typed).words == ["casa", "mesa", "mesa", "silla"]


def test_a_word_of_no_list_is_told_with_the_closest_one_and_no_more_than_three_are():
    assert paper_keys.read("casxa mesa xyzxyz").unknown == {
        "casxa": "casa",
        "xyzxyz": "",
    }
    assert paper_keys.read("april albm").unknown == {"albm": "album"}
    assert list(paper_keys.read("zzzza zzzzb zzzzc zzzzd " + "z" * 5000).unknown) == [
        "zzzza",
        "zzzzb",
        "zzzzc",
    ]
