"""«Llave de papel» and «Recuperar mis grupos»: from a phone that is lost to another one."""

import re

from django.test import Client
from django.urls import reverse

from scores.models import PaperKey, Phone, Role
from tests.scores.support.factories import phone_with
from tests.scores.support.table import page_at, page_of, page_text, refusal

PAPER = reverse("paper-key")
RECOVER = reverse("recover")
WRONG = "Esa llave no vale, o ya se usó, o se hizo otra después."
RIGHT_FORM = "casa " * 12


def words_of(phone):
    """The words of a new key of this phone."""
    page = phone.post(PAPER).text
    return " ".join(re.findall(r"<li><b>(\w+)</b></li>", page))


def typed(words, phone=None, **fields):
    return (phone or Client()).post(RECOVER, {"words": words, **fields})


def test_the_words_say_what_they_give_ask_give_it_and_lead_to_the_next_key(
    phone, match
):
    words = words_of(phone)
    other = Client()
    offered = typed(words, other)
    gives = "Ana, Luis Todo: también enlaces, teléfonos y nombres"
    assert gives in page_text(offered)
    # nothing is given yet
    assert page_of(other, match).status_code == 404
    done = other.post(RECOVER, {"words": words, "do": "take"}, follow=True)
    given = "Recuperados: este teléfono ya puede lo mismo que el otro."
    assert given in page_text(done)
    assert [
        page_at(client, "circle-phones", match.circle).status_code
        for client in (phone, other)
    ] == [200, 200]
    assert WRONG in refusal(typed(words))
    assert words_of(other) != words


def test_the_qr_has_the_words_behind_the_hash_and_no_cache_keeps_the_page(
    phone, match, monkeypatch
):
    seen = []
    monkeypatch.setattr(
        "scores.core.access.share_links.qr_code", lambda url: seen.append(url) or ""
    )
    answer = phone.post(PAPER)
    words = re.findall(r"<li><b>(\w+)</b></li>", answer.text)
    assert seen == [f"http://testserver{RECOVER}#{'-'.join(words)}"]
    assert "no-store" in answer["Cache-Control"]


def test_a_key_is_not_spent_on_a_phone_that_can_do_all_of_it(phone, match):
    page = page_text(typed(words_of(phone), phone))
    assert "Esta llave no da nada que este teléfono no tenga ya." in page
    assert PaperKey.objects.count() == 1


def test_games_of_groups_that_are_not_given_are_counted(match):
    words = words_of(phone_with(Role.SCORE, match))
    assert "También 1 partida" in page_text(typed(words))


def test_wrong_words_are_told_stay_typed_and_make_no_phone(phone, match):
    phones = Phone.objects.count()
    for text, says in (
        ("casxa mesa", "«casxa» no está en la lista; ¿querías decir «casa»?"),
        ("casa mesa", "La llave tiene 12 palabras; aquí hay 2."),
        (RIGHT_FORM, WRONG),
        ("", "La llave tiene 12 palabras; aquí hay 0."),
        ("🂡\x00", "La llave tiene 12 palabras; aquí hay 0."),
    ):
        answer = typed(text, do="take")
        assert says in refusal(answer)
        assert answer.context["typed"] == text
    assert Phone.objects.count() == phones


def test_guesses_are_limited_by_address_and_right_keys_are_not(limit, phone, match):
    limit(codes="2/hour")
    words = words_of(phone)
    tries = [RIGHT_FORM, words, words, RIGHT_FORM, words]
    assert [typed(text).status_code for text in tries] == [422, 200, 200, 422, 429]
    assert typed(words, Client(REMOTE_ADDR="192.0.2.9")).status_code == 200
